import { cents } from '@svc/api'
import type {
  Approval,
  ApprovalPolicy,
  ApprovalResult,
  Done,
  PolicyRule,
} from '../../model/approvals/approval.ts'
import { NO_POLICY } from '../../model/approvals/approval.ts'
import type { ApprovalAction, ApprovalObject } from '../../model/approvals/approval-action.ts'
import type { Mode } from '../../model/keys/api-key.ts'
import { columns, computed, type NewRow, select } from '../../platform/database/columns.ts'
import { countBacklog } from '../../platform/database/count-backlog.ts'
import type { Insert, Reader, Transaction, Update } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import type { Backlog } from '../../platform/work/backlog.ts'

type Narrow = {
  action: ApprovalAction
  params: Readonly<Record<string, string>>
  result: ApprovalResult | null
}

export const APPROVAL = columns<'approvals', Narrow>('approvals', 'a').without(
  ...(['body', 'answer', 'announcedAt'] as const),
)

export async function findApproval(reader: Reader, id: string): Promise<Approval | undefined> {
  if (!isId(id)) return undefined
  return (await reader.query(select(APPROVAL, 'FROM approvals a WHERE a.id = $1'), [id]))[0]
}

/** Ending it locks this row. */
export async function lockApproval(tx: Transaction, id: string): Promise<Approval | undefined> {
  const text = select(APPROVAL, 'FROM approvals a WHERE a.id = $1 FOR NO KEY UPDATE')
  return (await tx.query(text, [id]))[0]
}

/** The body as it was sent, encrypted; undefined: there was none. */
export async function findSealedBody(reader: Reader, id: string): Promise<string | undefined> {
  const body = columns('approvals', 'a').only('body')
  const [row] = await reader.query(select(body, 'FROM approvals a WHERE a.id = $1'), [id])
  return row?.body ?? undefined
}

/** The answer with a secret, encrypted; undefined: there is none, or it was read. */
export async function findSealedAnswer(reader: Reader, id: string): Promise<string | undefined> {
  const answer = columns('approvals', 'a').only('answer')
  const [row] = await reader.query(select(answer, 'FROM approvals a WHERE a.id = $1'), [id])
  return row?.answer ?? undefined
}

type Place = {
  readonly mode: Mode | null
  readonly action: ApprovalAction
  readonly object: ApprovalObject
}

/** A pending request for the same. */
export async function findPending(
  reader: Reader,
  { mode, action, object }: Place,
): Promise<Approval | undefined> {
  const [row] = await reader.query(
    select(
      APPROVAL,
      `FROM approvals a WHERE coalesce(a.mode, '') = $1 AND a.action = $2 AND a.object_kind = $3
         AND a.object_id = $4 AND a.status = 'pending'`,
    ),
    [mode ?? '', action, object.kind, object.id],
  )
  return row
}

/** Pending requests about an object, the oldest first. */
export function listPendingOn(
  reader: Reader,
  { mode, object, now }: Pick<Place, 'mode' | 'object'> & { readonly now: Date },
): Promise<Approval[]> {
  return reader.query(
    select(
      APPROVAL,
      `FROM approvals a WHERE a.object_kind = $1 AND a.object_id = $2 AND a.status = 'pending'
         AND a.expires_at > $3 AND coalesce(a.mode, $4) = $4 ORDER BY a.created_at, a.id`,
    ),
    [object.kind, object.id, now, mode],
  )
}

/** Serialises requests for the same, so that the second one sees the first. */
export async function lockPlace(tx: Transaction, { mode, action, object }: Place): Promise<void> {
  await lockName(tx, ['approvals', mode ?? '', action, object.kind, object.id])
}

async function lockName(tx: Transaction, parts: readonly string[]): Promise<void> {
  const text = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) AS locked'
  await tx.query(text, [JSON.stringify(parts)])
}

/** Pending requests of a maker, locked. */
export function lockPendingOf(tx: Transaction, makerId: string): Promise<Approval[]> {
  return tx.query(
    select(
      APPROVAL,
      `FROM approvals a WHERE a.maker_id = $1 AND a.status = 'pending'
       ORDER BY a.id FOR NO KEY UPDATE`,
    ),
    [makerId],
  )
}

/** Expired ones. */
export function listExpired(reader: Reader, now: Date, limit: number): Promise<Approval[]> {
  return reader.query(
    select(
      APPROVAL,
      `FROM approvals a WHERE a.status = 'pending' AND a.expires_at <= $1
       ORDER BY a.expires_at, a.id LIMIT $2`,
    ),
    [now, limit],
  )
}

const EXPIRING = `a.status = 'pending' AND a.announced_at IS NULL AND a.expires_at > $1
  AND a.expires_at <= $1 + interval '4 hours'`

/** Those that will expire soon, without a notification so far. */
export function listExpiring(reader: Reader, now: Date, limit: number): Promise<Approval[]> {
  return reader.query(
    select(APPROVAL, `FROM approvals a WHERE ${EXPIRING} ORDER BY a.expires_at, a.id LIMIT $2`),
    [now, limit],
  )
}

/** The same for one, locked while it is reported. */
export async function lockExpiring(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<Approval | undefined> {
  const text = `FROM approvals a WHERE ${EXPIRING} AND a.id = $2 FOR NO KEY UPDATE`
  return (await tx.query(select(APPROVAL, text), [now, id]))[0]
}

export function announcedUpdate({ id }: Approval, announcedAt: Date): Update {
  return { table: 'approvals', where: { id, status: 'pending' }, set: { announcedAt } }
}

export function countExpired(reader: Reader, now: Date): Promise<Backlog> {
  return countBacklog(
    reader,
    { at: 'expires_at', from: `FROM approvals WHERE status = 'pending' AND expires_at <= $1` },
    [now],
  )
}

export function approvalRow(row: NewRow<'approvals'>): Insert {
  return { table: 'approvals', rows: [row] }
}

/** Ends a pending one; for a second caller the update matches no row, and fails. */
export function approvalEnd(
  { id }: Approval,
  end: Extract<Update, { table: 'approvals' }>['set'],
): Update {
  return { table: 'approvals', where: { id, status: 'pending' }, set: end }
}

/** It can be read once only. */
export function answerEnd({ id }: Approval): Update {
  return { table: 'approvals', where: { id }, set: { answer: null } }
}

export async function findPolicy(reader: Reader, mode: Mode): Promise<ApprovalPolicy> {
  const [row] = await reader.query(
    select(
      columns<'approval_policies', { rules: readonly PolicyRule[] }>('approval_policies', 'p').only(
        'version',
        'rules',
      ),
      'FROM approval_policies p WHERE p.mode = $1 ORDER BY p.version DESC LIMIT 1',
    ),
    [mode],
  )
  return row ?? NO_POLICY
}

/** The second of two concurrent calls fails: a version exists once. */
export function policyRow({
  rules,
  ...row
}: Omit<NewRow<'approval_policies'>, 'actionId' | 'rules'> &
  Pick<ApprovalPolicy, 'rules'>): Insert {
  return { table: 'approval_policies', rows: [{ ...row, rules, actionId: '' }] }
}

export type Acts = {
  readonly mode: Mode
  readonly action: ApprovalAction
  /** For a key, the person responsible for it. */
  readonly makerId: string
  readonly currency: string
  /** Of one object; absent: of the maker since a time. */
  readonly object?: ApprovalObject
  readonly since: Date
  /** In hundredths of a minor unit: an action above it counts as large. */
  readonly largeAbove: number
}

/** The amounts done alone. */
export async function sumActs(reader: Reader, acts: Acts): Promise<Done> {
  const { mode, action, makerId, currency, object, since, largeAbove } = acts
  const [row] = await reader.query(
    select(
      computed<{ sum: number; large: number }>({
        sum: 'coalesce(sum(b.amount), 0)::bigint',
        large: 'count(*) FILTER (WHERE b.amount * 100 > $4)',
      }),
      `FROM bounded_acts b WHERE b.mode = $1 AND b.action = $2 AND b.currency = $3
         AND b.approval_id IS NULL AND ${
           object === undefined
             ? 'b.maker_id = $5 AND b.at >= $6'
             : 'b.object_kind = $5 AND b.object_id = $6'
         }`,
    ),
    [mode, action, currency, largeAbove, ...(object ? [object.kind, object.id] : [makerId, since])],
  )
  return row ?? { sum: 0, large: 0 }
}

/** Serialises a maker's uses of it, or the actions on one object. */
export async function lockActs(tx: Transaction, { mode, action, ...acts }: Acts): Promise<void> {
  const { makerId, currency, object } = acts
  const of = object === undefined ? [makerId, currency] : [object.kind, object.id]
  await lockName(tx, ['bounded_acts', mode, action, ...of])
}

type Act = Omit<NewRow<'bounded_acts'>, 'amount' | 'aloneMax'> & {
  readonly amount: number
  readonly aloneMax: number | null
}

export function actRow({ amount, aloneMax, ...row }: Act): Insert {
  const max = aloneMax === null ? null : cents(aloneMax)
  return { table: 'bounded_acts', rows: [{ ...row, amount: cents(amount), aloneMax: max }] }
}

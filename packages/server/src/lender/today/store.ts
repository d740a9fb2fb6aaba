/** What waits over all stores, counted up to a bound: with more than that, it is known. */
import type { Action } from '../../model/actions/action.ts'
import type { ApprovalAction } from '../../model/approvals/approval-action.ts'
import type { Mode } from '../../model/keys/api-key.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'

export type Waiting = { readonly count: number; readonly oldest: Date | null }

export type Scope = { readonly sandbox: boolean; readonly at: Date }

const COUNTED_MAX = 1_000
const REVIEWED_DAYS = 90
const PROMISED_DAYS = 30

const WAITING = computed<Waiting>({ count: 'count(*)', oldest: 'min(x.since)' })

/** `rows` answers since when each of them waits. */
async function count(reader: Reader, rows: string, values: readonly unknown[]): Promise<Waiting> {
  const from = `FROM (${rows} LIMIT ${COUNTED_MAX}) x (since)`
  const [row] = await reader.query(select(WAITING, from), values)
  return row ?? { count: 0, oldest: null }
}

type Decidable = Scope & {
  /** Nobody decides on their own request. */
  readonly makerId: string
  readonly actions: readonly ApprovalAction[]
}

export const countApprovals = (reader: Reader, { sandbox, at, makerId, actions }: Decidable) =>
  count(
    reader,
    `SELECT a.created_at FROM approvals a WHERE a.status = 'pending' AND a.expires_at > $1
       AND coalesce(a.mode, $2) = $2 AND a.maker_id <> $3 AND a.action = ANY($4::text[])
     ORDER BY a.expires_at`,
    [at, sandbox ? 'sandbox' : 'live', makerId, actions],
  )

export const countRefusals = (reader: Reader, { sandbox, at }: Scope) =>
  count(
    reader,
    `SELECT d.created_at FROM decisions d WHERE d.sandbox = $1 AND d.outcome = 'refused'
       AND d.created_at > $2::timestamptz - interval '${REVIEWED_DAYS} days'
       AND NOT EXISTS (SELECT 1 FROM decision_reviews r
         WHERE r.store_id = d.store_id AND r.order_id = d.order_id AND r.decision_id = d.id)
     ORDER BY d.created_at`,
    [sandbox, at],
  )

/** As the store has it. */
const TODAY = '($2::timestamptz AT TIME ZONE l.time_zone)::date'

/** Of each loan the last promise counts: until its day it waits for the buyer. */
export const countPromises = (reader: Reader, { sandbox, at }: Scope) =>
  count(
    reader,
    `SELECT p.promised_on::timestamp AT TIME ZONE l.time_zone FROM (
         SELECT DISTINCT ON (n.store_id, n.order_id) n.store_id, n.order_id, n.promised_on
         FROM loan_notes n WHERE n.sandbox = $1 AND n.kind = 'promise'
         ORDER BY n.store_id, n.order_id, n.created_at DESC) p
       JOIN loans l ON l.store_id = p.store_id AND l.order_id = p.order_id
     WHERE l.overdue_amount > 0 AND p.promised_on <= ${TODAY}
       AND p.promised_on > ${TODAY} - ${PROMISED_DAYS}
     ORDER BY p.promised_on`,
    [sandbox, at],
  )

export const countFailing = (reader: Reader, { sandbox }: Scope) =>
  count(
    reader,
    `SELECT w.failing_since FROM webhook_endpoints w WHERE w.sandbox = $1
       AND w.state = 'enabled' AND w.failing_since IS NOT NULL ORDER BY w.failing_since`,
    [sandbox],
  )

/** What is proposed, or held until two people release it. */
export const countPayouts = (reader: Reader, { sandbox }: Scope) =>
  count(
    reader,
    `SELECT w.created_at FROM payouts w WHERE w.sandbox = $1 AND w.status <> 'paid'
     ORDER BY w.created_at`,
    [sandbox],
  )

type Places = { readonly mode: Mode; readonly after: number; readonly upTo: number }

/** How often each was done within a part of the chain of a mode. */
export async function countActions(
  reader: Reader,
  { mode, after, upTo }: Places,
  actions: readonly Action['action'][],
): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.query(
    select(
      computed<{ action: string; count: number }>({ action: 'a.action', count: 'sum(a.count)' }),
      `FROM actions a WHERE coalesce(a.mode, 'live') = $1 AND a.place > $2 AND a.place <= $3
         AND a.outcome = 'done' AND a.action = ANY($4::text[]) GROUP BY a.action`,
    ),
    [mode, after, upTo, actions],
  )
  return new Map(rows.map(({ action, count: done }) => [action, Number(done)]))
}

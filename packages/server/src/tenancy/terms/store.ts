import type { LendersSettings } from '../../model/stores/store-terms.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import { countBacklog } from '../../platform/database/count-backlog.ts'
import type { Insert, Reader, RowSet, Transaction } from '../../platform/database/database.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import { inRealTime, listDueItems } from '../test-clocks/store.ts'
import type { DueItem, DueSpan } from '../test-clocks/store-work.ts'

type Json = { readonly terms: LendersSettings }
export const TERMS = columns<'store_terms', Json>('store_terms', 't')
const VERSION = TERMS.only('version', 'effectiveFrom', 'terms')

/** A version that an order of the mode refers to: its own, otherwise that of live mode. */
export async function findTerms(
  reader: Reader,
  { storeId, sandbox, version }: StreamKey & { readonly version: number },
): Promise<{ version: number; effectiveFrom: Date; terms: LendersSettings } | undefined> {
  const [row] = await reader.lookUp(
    select(
      VERSION,
      `FROM store_terms t WHERE t.store_id = $1 AND (t.sandbox = $2 OR NOT t.sandbox)
         AND t.version = $3 ORDER BY t.sandbox DESC LIMIT 1`,
    ),
    [storeId, sandbox, version],
  )
  return row
}

const NEXT = computed<{ version: number }>({ version: 'coalesce(max(t.version), 1) + 1' })

/**
 * The number of the next version, while the store is locked. `shared`: the sandbox has followed
 * live mode so far, or will from now on: no number means different versions in them.
 */
export async function nextVersion(
  tx: Transaction,
  { storeId, sandbox, shared }: StreamKey & { readonly shared: boolean },
): Promise<number> {
  const [row] = await tx.query(
    select(NEXT, 'FROM store_terms t WHERE t.store_id = $1 AND (t.sandbox = $2 OR $3)'),
    [storeId, sandbox, shared],
  )
  return row?.version ?? 1
}

type NewVersion = StreamKey & {
  readonly version: number
  readonly effectiveFrom: Date
  readonly madeAt: Date
  readonly terms: LendersSettings
}

/** A future version waits until it is recorded as the store's. */
export function termsRow({ madeAt, effectiveFrom, ...version }: NewVersion): Insert {
  const dueAt = effectiveFrom > madeAt ? effectiveFrom : null
  return { table: 'store_terms', rows: [{ ...version, effectiveFrom, madeAt, dueAt }] }
}

type VersionKey = { readonly storeId: string; readonly sandbox: boolean; readonly version: number }

/** They no longer wait: the store has them, or later ones. */
export function appliedTermsRows(keys: readonly VersionKey[]): RowSet[] {
  return keys.map((where) => ({ table: 'store_terms', where, set: { dueAt: null } }))
}

export function withdrawalUpdate(where: VersionKey, withdrawnAt: Date): RowSet {
  return { table: 'store_terms', where, set: { dueAt: null, withdrawnAt } }
}

const DUE = `FROM store_terms t WHERE t.due_at <= $1 AND ${inRealTime('t')}`

/** The number that have taken effect but are not recorded, across stores without a test clock. */
export const countDueTerms = (reader: Reader, now: Date): Promise<Backlog> =>
  countBacklog(reader, { at: 't.due_at', from: DUE }, [now])

export type DueTerms = StreamKey & { readonly id: string }

/** Their stores and modes, the longest due first. */
export async function listDueTerms(reader: Reader, now: Date, limit: number): Promise<DueTerms[]> {
  const due = await reader.query(
    select(TERMS.only('storeId', 'sandbox', 'version'), `${DUE} ORDER BY t.due_at LIMIT $2`),
    [now, limit],
  )
  return due.map(({ version, ...key }) => ({
    id: `${key.storeId}/${key.sandbox}/${version}`,
    ...key,
  }))
}

/** Those of one store that take effect up to a time. */
export function listDueTermsOf(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
  { upTo, limit }: DueSpan,
): Promise<DueItem[]> {
  const from = 'FROM store_terms t WHERE t.store_id = $1 AND t.sandbox = $2 AND t.due_at <= $3'
  return listDueItems(reader, { id: 't.version::text', at: 't.due_at', from }, [
    storeId,
    sandbox,
    upTo,
    limit,
  ])
}

import type { ReviewedDecision } from '../../checkout/decisions/decision.ts'
import { DECISION, REVIEW, reviewedOf } from '../../checkout/decisions/store.ts'
import type { StoreReference } from '../../model/stores/store-account.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { raw, sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'

/** The filters and orderings of decisions. */
export const decisionList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 'd.id' },
    outcome: { kind: 'text', sql: 'd.outcome' },
    decider: { kind: 'text', sql: 'd.decider' },
    version: { kind: 'text', sql: 'd.version' },
    reason: {
      ...{ kind: 'text', sql: `reason.value ->> 'code'` },
      many: 'jsonb_array_elements(d.reasons) reason (value) WHERE true',
    },
    'review-outcome': { kind: 'text', sql: 'r.outcome', nullable: true },
    'store-id': { kind: 'text', sql: 'd.store_id' },
    'order-id': { kind: 'text', sql: 'd.order_id' },
    created: { kind: 'date', sql: 'd.created_at' },
  },
  orderings: { created: 'd.created_at' },
  q: [],
  created: 'd.created_at',
  id: 'd.id',
}

export type LenderDecision = {
  readonly decision: ReviewedDecision
  readonly store: StoreReference
}

const LISTED = DECISION.and(
  computed<{ store: StoreReference }>({ store: `json_build_object('id', s.id, 'name', s.name)` }),
)

export async function listDecisions(
  reader: Reader,
  sandbox: boolean,
  query: ListQuery,
): Promise<{ count: number; rows: LenderDecision[] }> {
  const { count, ids } = await findPage(reader, sandbox, query)
  return { count, rows: await readInOrder(reader, sandbox, ids) }
}

/** How many decisions the filters leave, and of them in order those of the page. */
export const findPage = (
  reader: Reader,
  sandbox: boolean,
  query: ListQuery,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> =>
  listPage(
    reader,
    {
      table: decisionList,
      from: (uses) => (uses('r') ? sql`decisions d ${raw(REVIEW)}` : sql`decisions d`),
      where: sql`d.sandbox = ${sandbox}`,
    },
    query,
  )

export async function readInOrder(
  reader: Reader,
  sandbox: boolean,
  ids: readonly string[],
): Promise<LenderDecision[]> {
  const rows = await findDecisions(reader, { sandbox, ids })
  return inOrder(ids, rows, ({ decision }) => decision.id)
}

/** By their ids, in the mode. */
export async function findDecisions(
  reader: Reader,
  { sandbox, ids }: { readonly sandbox: boolean; readonly ids: readonly string[] },
): Promise<LenderDecision[]> {
  const rows = await reader.query(
    select(
      LISTED,
      `FROM decisions d ${REVIEW} JOIN stores s ON s.id = d.store_id
       WHERE d.id = ANY($1::text[]) AND d.sandbox = $2`,
    ),
    [ids, sandbox],
  )
  return rows.map((row) => ({ decision: reviewedOf(row), store: row.store }))
}

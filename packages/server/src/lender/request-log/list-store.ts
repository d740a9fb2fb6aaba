import type { Principal } from '../../model/actions/action.ts'
import type { StoreReference } from '../../model/stores/store-account.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import type { RequestEntry } from './entry.ts'

const text = (column: string) => ({ kind: 'text', sql: column }) as const
const maybe = (column: string) => ({ ...text(column), nullable: true }) as const

/** The filters and orderings of a store's own requests. */
export const ownRequestList: ListTable = {
  properties: {
    id: text('r.id'),
    method: text('r.method'),
    route: text('r.route'),
    status: { kind: 'number', decimal: false, sql: 'r.status' },
    code: maybe('r.code'),
    ms: { kind: 'number', decimal: false, sql: 'r.ms' },
    // Which person of the lender looked is nobody's business.
    'principal-kind': text(
      `CASE WHEN r.principal_kind LIKE 'lender%' THEN 'lender' ELSE r.principal_kind END`,
    ),
    'principal-id': maybe(`CASE WHEN r.principal_kind NOT LIKE 'lender%' THEN r.principal_id END`),
    'order-id': maybe('r.order_id'),
    idempotency_hash: maybe('r.idempotency_hash'),
    at: { kind: 'date', sql: 'r.at' },
  },
  orderings: { at: 'r.at', ms: 'r.ms', status: 'r.status' },
  q: [],
  created: 'r.at',
  id: 'r.id',
}

/** The same of all stores. */
export const requestList: ListTable = {
  ...ownRequestList,
  properties: {
    ...ownRequestList.properties,
    'principal-kind': text('r.principal_kind'),
    'principal-id': maybe('r.principal_id'),
    'store-id': maybe('r.store_id'),
  },
}

export type RequestLogRow = RequestEntry & { readonly store: StoreReference | null }

const KEPT = columns<'request_log', { principalKind: Principal['kind'] }>('request_log', 'r').and(
  computed<{ store: StoreReference | null }>({
    store: `CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'name', s.name) END`,
  }),
)

type Scope = {
  readonly sandbox: boolean
  /** Whose requests; null: all. */
  readonly storeId: string | null
}

export async function listRequests(
  reader: Reader,
  { sandbox, storeId }: Scope,
  query: ListQuery,
): Promise<{ count: number; rows: RequestLogRow[] }> {
  const ofStore = storeId === null ? sql`` : sql`and r.store_id = ${storeId}`
  const source = {
    table: storeId === null ? requestList : ownRequestList,
    from: () => sql`request_log r`,
    where: sql`r.sandbox = ${sandbox} ${ofStore}`,
  }
  const { count, ids } = await listPage(reader, source, query)
  const rows = await reader.query(
    select(
      KEPT,
      `FROM request_log r LEFT JOIN stores s ON s.id = r.store_id WHERE r.id = ANY($1::text[])`,
    ),
    [ids],
  )
  return { count, rows: inOrder(ids, rows, ({ id }) => id) }
}

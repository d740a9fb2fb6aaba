import type { Entity } from '../../platform/database/columns.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'

const text = (column: string) => ({ kind: 'text', sql: column }) as const
const maybe = (column: string) => ({ ...text(column), nullable: true }) as const

/** The filters and orderings of the log of actions. */
export const actionList: ListTable = {
  properties: {
    id: text('a.id'),
    action: text('a.action'),
    outcome: text('a.outcome'),
    refusal: maybe('a.refusal'),
    route: maybe('a.route'),
    address: maybe('a.address'),
    request_id: maybe('a.request_id'),
    'principal-kind': text('a.principal_kind'),
    'principal-id': maybe('a.principal_id'),
    'object-kind': maybe('a.object_kind'),
    'object-id': maybe('a.object_id'),
    'store-id': maybe('a.store_id'),
    'person-id': maybe('a.person_id'),
    'approval-id': maybe('a.approval_id'),
    at: { kind: 'date', sql: 'a.at' },
  },
  orderings: { at: 'a.at' },
  q: [],
  created: 'a.at',
  id: 'a.id',
}

export type ListedAction = Entity<'actions'>

type Scope = {
  readonly sandbox: boolean
  /** The caller who may see only their own actions; null: all. */
  readonly principalId: string | null
  /** Whether reads are shown. */
  readonly reads: boolean
}

/** A page of the actions of a mode, and of those that belong to none. */
export async function listActions(
  reader: Reader,
  { sandbox, principalId, reads }: Scope,
  query: ListQuery,
): Promise<{ count: number; rows: ListedAction[] }> {
  const ofMode = sql`(a.mode is null or a.mode = ${sandbox ? 'sandbox' : 'live'})`
  const own = principalId === null ? sql`` : sql`and a.principal_id = ${principalId}`
  const written = reads
    ? sql``
    : sql`and a.action not in ('person.read', 'order.read', 'loan.read')`
  const source = {
    table: actionList,
    from: () => sql`actions a`,
    where: sql`${ofMode} ${own} ${written}`,
  }
  const { count, ids } = await listPage(reader, source, query)
  const rows = await reader.query(
    select(columns('actions', 'a'), 'FROM actions a WHERE a.id = ANY($1::text[])'),
    [ids],
  )
  return { count, rows: inOrder(ids, rows, ({ id }) => id) }
}

type Part = {
  readonly sandbox: boolean
  readonly principalId: string | null
  /** The place of the last one that is known. */
  readonly after: number
  readonly limit: number
}

/** The placed actions of a mode's chain: none can appear before them any more. */
export function listPlaced(
  reader: Reader,
  { sandbox, principalId, after, limit }: Part,
): Promise<readonly ListedAction[]> {
  return reader.query(
    select(
      columns('actions', 'a'),
      `FROM actions a WHERE coalesce(a.mode, 'live') = $1 AND a.place > $2
         AND ($3::text IS NULL OR a.principal_id = $3) ORDER BY a.place LIMIT $4`,
    ),
    [sandbox ? 'sandbox' : 'live', after, principalId, limit],
  )
}

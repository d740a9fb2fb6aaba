import type { Approval } from '../../model/approvals/approval.ts'
import type { ApprovalAction } from '../../model/approvals/approval-action.ts'
import { select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { APPROVAL } from '../../tenancy/approvals/store.ts'

const text = (column: string) => ({ kind: 'text', sql: column }) as const
const maybe = (column: string) => ({ ...text(column), nullable: true }) as const
const date = (column: string) => ({ kind: 'date', sql: column }) as const

/** The filters and orderings of approvals. */
export const approvalList: ListTable = {
  properties: {
    id: text('a.id'),
    status: text('a.status'),
    action: text('a.action'),
    because: text('a.because'),
    'object-kind': text('a.object_kind'),
    'object-id': text('a.object_id'),
    'store-id': maybe('a.store_id'),
    'maker-kind': text('a.maker_kind'),
    'maker-id': text('a.maker_id'),
    'checker-id': maybe('a.checker_id'),
    currency: maybe('a.currency'),
    created: date('a.created_at'),
    expires_at: date('a.expires_at'),
  },
  orderings: { created: 'a.created_at', expires_at: 'a.expires_at' },
  q: [],
  created: 'a.created_at',
  id: 'a.id',
}

export type ApprovalScope = {
  readonly sandbox: boolean
  /** The caller sees their own requests. */
  readonly makerId: string
  /** And the acts that they may request; null: all. */
  readonly actions: readonly ApprovalAction[] | null
}

/** A page of the approvals of a mode, and of those that belong to none. */
export async function listApprovals(
  reader: Reader,
  { sandbox, makerId, actions }: ApprovalScope,
  query: ListQuery,
): Promise<{ count: number; rows: Approval[] }> {
  const ofMode = sql`(a.mode is null or a.mode = ${sandbox ? 'sandbox' : 'live'})`
  const visible =
    actions === null
      ? sql``
      : sql`and (a.maker_id = ${makerId} or a.action = any(${actions}::text[]))`
  const where = sql`${ofMode} ${visible}`
  const source = { table: approvalList, from: () => sql`approvals a`, where }
  const { count, ids } = await listPage(reader, source, query)
  const rows = await reader.query(
    select(APPROVAL, 'FROM approvals a WHERE a.id = ANY($1::text[])'),
    [ids],
  )
  return { count, rows: inOrder(ids, rows, ({ id }) => id) }
}

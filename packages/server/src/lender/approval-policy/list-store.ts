import type { ApprovalPolicy, PolicyRule } from '../../model/approvals/approval.ts'
import type { Mode } from '../../model/keys/api-key.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'

const DIGITS = 10

/** The filters and orderings of versions of the policy. */
export const policyList: ListTable = {
  properties: {
    version: { kind: 'number', sql: 'p.version', decimal: false },
    created: { kind: 'date', sql: 'p.created_at' },
  },
  orderings: { version: 'p.version' },
  q: [],
  created: 'p.created_at',
  id: `lpad(p.version::text, ${DIGITS}, '0')`,
}

type Rules = { readonly rules: readonly PolicyRule[] }
const POLICY = columns<'approval_policies', Rules>('approval_policies', 'p').only(
  'version',
  'rules',
  'createdAt',
)
export type PolicyVersion = ApprovalPolicy & { readonly createdAt: Date }

/** All that were ever set in the mode. */
export async function listPolicies(
  reader: Reader,
  mode: Mode,
  query: ListQuery,
): Promise<{ count: number; rows: PolicyVersion[] }> {
  const from = () => sql`approval_policies p`
  const source = { table: policyList, from, where: sql`p.mode = ${mode}` }
  const { count, ids } = await listPage(reader, source, query)
  const text = 'FROM approval_policies p WHERE p.mode = $1 AND p.version::text = ANY($2::text[])'
  const versions = ids.map((id) => String(Number(id)))
  const rows = await reader.query(select(POLICY, text), [mode, versions])
  return { count, rows: inOrder(ids, rows, ({ version }) => `${version}`.padStart(DIGITS, '0')) }
}

import type { ExposurePolicy } from '../../model/exposure/exposure.ts'
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
    currency: { kind: 'text', sql: 'p.currency' },
    created: { kind: 'date', sql: 'p.created_at' },
  },
  orderings: { version: 'p.version' },
  q: [],
  created: 'p.created_at',
  id: `lpad(p.version::text, ${DIGITS}, '0')`,
}

const POLICY = columns<'exposure_policies', Pick<ExposurePolicy, 'rates'>>('exposure_policies', 'p')
export type PolicyVersion = ExposurePolicy & { readonly createdAt: Date }

/** All that were ever set, rates and limit together. */
export async function listPolicies(
  reader: Reader,
  query: ListQuery,
): Promise<{ count: number; rows: PolicyVersion[] }> {
  const source = { table: policyList, from: () => sql`exposure_policies p`, where: sql`true` }
  const { count, ids } = await listPage(reader, source, query)
  const rows = await reader.query(
    select(POLICY, 'FROM exposure_policies p WHERE p.version::text = ANY($1::text[])'),
    [ids.map((id) => String(Number(id)))],
  )
  return { count, rows: inOrder(ids, rows, ({ version }) => `${version}`.padStart(DIGITS, '0')) }
}

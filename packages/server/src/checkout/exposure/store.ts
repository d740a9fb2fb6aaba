import type { ExposurePolicy } from '../../model/exposure/exposure.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Reader, RowSet } from '../../platform/database/database.ts'

type Rates = Pick<ExposurePolicy, 'rates'>
const POLICY = columns<'exposure_policies', Rates>('exposure_policies', 'p').without('createdAt')

/** The one that counts now; undefined: nobody has set one. */
export async function findPolicy(reader: Reader): Promise<ExposurePolicy | undefined> {
  const [policy] = await reader.query(
    select(POLICY, 'FROM exposure_policies p ORDER BY p.version DESC LIMIT 1'),
    [],
  )
  return policy
}

/** All that ever counted: a decision names the version that it was judged by. */
export function listPolicies(reader: Reader): Promise<ExposurePolicy[]> {
  return reader.query(select(POLICY, 'FROM exposure_policies p ORDER BY p.version'), [])
}

export const policyRow = (policy: ExposurePolicy, createdAt: Date): RowSet => ({
  table: 'exposure_policies',
  rows: [{ ...policy, createdAt }],
})

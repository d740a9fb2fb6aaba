import type { WholeCreditor } from '../../model/creditors/creditor.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { listVersions } from './store.ts'

/** A creditor of the caller's mode with all its versions. Refusals: `creditor_not_found`. */
export async function getCreditor(
  { database }: Reading,
  { sandbox }: LenderCaller,
  id: string,
): Promise<WholeCreditor> {
  const versions = await listVersions(database, { id, sandbox })
  return { newest: existing(versions[0], 'creditor', id), versions }
}

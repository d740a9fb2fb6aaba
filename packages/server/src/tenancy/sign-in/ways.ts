import { isAdmin, type Person } from '../../model/staff/person.ts'
import type { Reader } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { wasRecovered } from '../staff-links/store.ts'

/** `OIDC_ONLY`: whether only the provider signs people in. */
export type Ways = { readonly oidcOnly: boolean }

/**
 * With `OIDC_ONLY`, factors of this service only sign in administrators who have no account at the
 * provider and were recovered from the server's command line: if the provider is gone, somebody has
 * to get in. Errors: `oidc_only`.
 */
export async function refuseOwnFactors(
  reader: Reader,
  person: Person,
  { oidcOnly }: Ways,
): Promise<void> {
  if (!oidcOnly) return
  const isOutside = isAdmin(person) && person.subject === null
  if (!isOutside || !(await wasRecovered(reader, person.id))) throw new Refused('oidc_only')
}

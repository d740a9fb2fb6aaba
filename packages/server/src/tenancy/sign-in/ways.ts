import { isAdmin, type Person } from '../../model/staff/person.ts'
import type { Reader } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { wasRecovered } from '../staff-links/store.ts'

/** `OIDC_ONLY`: whether the provider signs people in, and nothing else does. */
export type Ways = { readonly oidcOnly: boolean }

/**
 * With `OIDC_ONLY`, factors of here sign in only administrators whom the provider does not know and
 * who were helped from the server's own command line: when the provider is gone, somebody has to
 * come in. Errors: `oidc_only`.
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

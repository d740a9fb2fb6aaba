import type { Provider } from '../../model/staff/provider.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import { hashLink } from '../staff-links/issue.ts'
import { makeTrip } from './trips.ts'

type SettingOut = {
  readonly vault: Vault
  readonly ids: Ids
  readonly clock: RealClock
  readonly provider: Provider
}

type BeginOidcInput = {
  /** The token of a link, whose person the account will be bound to. */
  readonly token: string | undefined
  readonly fresh: boolean
  readonly returnsTo: string
}

/** The URL for the browser, and its cookie. Errors: `oidc_unavailable`. */
export async function beginOidc(
  { vault, ids, clock, provider }: SettingOut,
  { token, fresh, returnsTo }: BeginOidcInput,
): Promise<{ readonly location: string; readonly cookie: string }> {
  const link = token === undefined ? null : hashLink(token)
  const trip = makeTrip({ vault, ids, now: clock.now() }, link)
  const location = await provider.address(trip, { returnsTo, fresh })
  return { location, cookie: trip.cookie }
}

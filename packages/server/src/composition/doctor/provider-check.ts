import { messageOf } from '../../platform/narrow.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { createDiscovery } from '../../tenancy/oidc/discovery.ts'
import { LOGOUT } from '../../tenancy/oidc/routes.ts'
import type { Settings } from '../settings.ts'
import { type Check, ok, warning } from './check.ts'

const NAME = 'identity provider'
const TIMEOUT_MS = 5_000

/** Whether it can end the sessions of people whom it disables, and where it would. */
export async function providerChecks({
  baseUrl = 'BASE_URL',
  deskAt,
  oidc,
}: Pick<Settings, 'baseUrl' | 'deskAt' | 'oidc'>): Promise<Check[]> {
  if (oidc === undefined) return []
  const uri = `${deskAt?.url ?? baseUrl}${LOGOUT}`
  const register = `register ${uri} there as the back-channel logout URI`
  const discover = createDiscovery({ ...oidc, clock: systemClock, timeoutMs: TIMEOUT_MS })
  try {
    const { configuration } = await discover()
    if (configuration.serverMetadata().backchannel_logout_supported === true)
      return [ok(NAME, `supports back-channel logout: ${register}`)]
    const other = 'otherwise end sessions with `svc staff disable`'
    const message = 'does not say that it supports back-channel logout'
    return [warning(NAME, message, `if it does, ${register}; ${other}`)]
  } catch (error) {
    const advice = 'if it can only be reached from elsewhere, check it from there'
    return [warning(NAME, `its metadata could not be read: ${messageOf(error)}`, advice)]
  }
}

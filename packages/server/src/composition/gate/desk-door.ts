/** The door of people: the cookie of their session, and the page that sends it (decision 0113). */
import type { IncomingMessage } from 'node:http'
import { permissionsOf } from '../../model/staff/roles.ts'
import { isFresh, isOpenAt, type Signed } from '../../model/staff/session.ts'
import { errorDetails } from '../../platform/error-details.ts'
import { Refused } from '../../platform/refusal.ts'
import type { DeskAccess } from '../../tenancy/caller/access.ts'
import { type DeskSite, deskUrlOf } from '../../tenancy/caller/desk-url.ts'
import type { DeskAnswer } from '../../tenancy/caller/route.ts'
import { getFactors } from '../../tenancy/factors/get-factors.ts'
import { hashToken } from '../../tenancy/sessions/issue.ts'
import { findSession, touchSession } from '../../tenancy/sessions/store.ts'
import { TRIP_MS } from '../../tenancy/sign-in/logouts.ts'
import type { WholeService } from '../service/whole-service.ts'

type Sent = Pick<IncomingMessage, 'headers' | 'method'>
const isHttps = (site: DeskSite) => deskUrlOf(site).startsWith('https:')

type Name = 'desk' | 'oidc'

/** `__Host-` needs https, which a local machine does not have. */
const nameOf = (service: DeskSite, name: Name) => (isHttps(service) ? `__Host-${name}` : name)

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The value of a cookie; undefined: there is none. Two of one name are not ours. */
function sentCookie(service: DeskSite, { headers }: Sent, of: Name): string | undefined {
  const name = nameOf(service, of)
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([key]) => key === name)
    .map(([, value = '']) => value)
  return values.length === 1 ? values[0] : undefined
}

/** The token of a session; undefined: there is none. */
function sentToken(service: DeskSite, sent: Sent): string | undefined {
  const token = sentCookie(service, sent, 'desk')
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** The browser's state on its way to a provider. */
export function sentTrip(service: DeskSite, sent: Sent): string | undefined {
  return sentCookie(service, sent, 'oidc')
}

/** Whether the caller is a person: with a session cookie, and without a key. */
export function isOfPerson(service: DeskSite, sent: Sent): boolean {
  return sent.headers.authorization === undefined && sentToken(service, sent) !== undefined
}

type Held = { readonly [Name in 'cookie' | 'trip']: DeskAnswer[Name] | undefined }

/**
 * The cookies of an answer; null removes one. That of the way to a provider comes back from another
 * site, so it is `Lax`, and it expires by itself.
 */
export function cookiesOf(service: DeskSite, { cookie, trip }: Held): string[] {
  const secure = isHttps(service) ? ['Secure'] : []
  const set = (name: Name, value: string | null, ...attributes: readonly string[]) => {
    const pair = `${nameOf(service, name)}=${value ?? ''}`
    const ends = value === null ? ['Max-Age=0'] : []
    return [pair, 'HttpOnly', ...attributes, 'Path=/', ...secure, ...ends].join('; ')
  }
  const lasts = trip === null ? [] : [`Max-Age=${TRIP_MS / 1_000}`]
  return [
    ...(cookie === undefined ? [] : [set('desk', cookie, 'SameSite=Strict')]),
    ...(trip === undefined ? [] : [set('oidc', trip, 'SameSite=Lax', ...lasts)]),
  ]
}

/**
 * Requests that a page of another origin makes a browser send are refused, and so is anything not
 * from a page.
 */
export function refuseForged(service: DeskSite, { headers, method }: Sent): void {
  if (headers.authorization !== undefined) {
    const reason = 'a person signs in by their cookie, without Authorization'
    throw new Refused('request_malformed', { values: { reason } })
  }
  if (method === 'GET' || method === 'HEAD') return
  const { origin, 'sec-fetch-site': site = 'same-origin', 'x-desk': desk } = headers
  const own = new URL(deskUrlOf(service)).origin
  if (origin !== own || site !== 'same-origin' || desk !== '1') {
    throw new Refused('origin_not_allowed')
  }
}

/** The person who is signed in. Looked up each time: an ended session opens nothing, anywhere. */
export async function findSigned(service: WholeService, sent: Sent): Promise<Signed> {
  const token = sentToken(service, sent)
  if (token === undefined) throw new Refused('session_missing')
  const signed = await findSession(service.database, hashToken(token))
  const now = service.clocks.real.now()
  const isOpen = signed !== undefined && isOpenAt(signed.session, now)
  // Where the desk is the lender's alone, no session of a store's person opens anything.
  const isBarred = service.desk === 'staff' && signed?.person.kind === 'store'
  if (!isOpen || isBarred) throw new Refused('session_ended')
  return signed
}

/** Whether they may do it, and have shown a factor lately enough. */
export async function refuseUnlessAllowed(
  service: WholeService,
  access: DeskAccess,
  { person, session }: Signed,
): Promise<void> {
  if (access.session === 'full' && session.kind === 'enrolment') {
    throw new Refused('enrolment_only')
  }
  const { permission } = access
  if (permission !== undefined && !permissionsOf(person.roles).has(permission)) {
    throw new Refused('permission_missing', { values: { permission } })
  }
  if (access.stepUp !== true || isFresh(session, service.clocks.real.now())) return
  const { factors } = await getFactors(service, person.id)
  const known = [
    ...(factors.passkeys > 0 ? ['passkey'] : []),
    ...((factors.password || factors.oidc) && factors.totp ? ['totp'] : []),
  ]
  throw new Refused('step_up_required', { fields: { factors: known } })
}

/** A page that nobody has touched for a while reads on: that is no use of a session. */
export const isBackgroundRequest = ({ headers, method }: Sent): boolean =>
  method === 'GET' && headers['x-desk'] === 'live'

const SEEN_MS = 60_000

/** Once a minute is often enough; a request does not fail with it. */
export async function recordSessionUse(service: WholeService, { session }: Signed): Promise<void> {
  const at = service.clocks.real.now()
  const unlessAfter = new Date(at.getTime() - SEEN_MS)
  if (session.lastSeenAt > unlessAfter) return
  await touchSession(service.database, session, { at, unlessAfter }).catch((error: unknown) => {
    const about = { session: session.id, ...errorDetails(error) }
    service.log.error(about, 'the use of a session could not be recorded')
  })
}

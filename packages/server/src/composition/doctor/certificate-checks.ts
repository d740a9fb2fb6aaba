import { tlsOfServer } from '../../platform/database/server-url.ts'
import { messageOf } from '../../platform/narrow.ts'
import {
  certificateOf,
  certificatesIn,
  postgresCertificateOf,
  type Validity,
} from '../../platform/network/certificates.ts'
import type { Settings } from '../settings.ts'
import { type Check, inWords, ok, problem, warning } from './check.ts'

/** Automatic renewal has happened long before. */
const SOON_MS = 14 * 24 * 3_600_000
const HTTPS_PORT = 443

export function judgeValidity(
  what: string,
  { from, until, distrusted }: Validity,
  now: Date,
): Check {
  const name = `certificate ${what}`
  const restMs = until.getTime() - now.getTime()
  const renew = 'renew it, and check why it was not renewed automatically'
  if (restMs <= 0) return problem(name, `ended ${inWords(-restMs)} ago`, renew)
  if (from > now) return problem(name, `begins on ${from.toISOString()}`, 'check the clocks')
  if (distrusted !== undefined)
    return warning(
      name,
      `is not trusted here: ${distrusted}`,
      'serve the whole chain; name an authority of your own in NODE_EXTRA_CA_CERTS',
    )
  const message = `ends in ${inWords(restMs)}`
  return restMs < SOON_MS ? warning(name, message, renew) : ok(name, message)
}

/** Those of everything that a setting names and that speaks TLS, side by side. */
export async function certificateChecks(
  { baseUrl, scorecard, oidc, observing, databaseUrl, databaseSettings }: Settings,
  now: Date,
): Promise<Check[]> {
  const web = Object.entries({
    BASE_URL: baseUrl,
    DECISION_URL: scorecard?.url,
    OIDC_ISSUER: oidc?.issuer,
    TRACES_URL: observing.traces?.url,
  }).flatMap(([setting, address = '']) => {
    const url = URL.parse(address)
    if (url?.protocol !== 'https:') return []
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = Number(url.port || HTTPS_PORT)
    return [seen(`of ${setting}`, () => certificateOf({ host, port }), now)]
  })
  const databases = Object.entries({
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URL: databaseSettings.readUrl,
  }).map(([setting, address = '']) => ({ setting, ...tlsOfServer(address) }))
  const servers = databases.flatMap(({ setting, servers }) =>
    servers.map((server) =>
      seen(`of ${setting} ${server.host}`, () => postgresCertificateOf(server), now),
    ),
  )
  const unverified = databases.filter((each) => each.unverified).map(unverifiedCheck)
  const files = new Set(databases.flatMap(({ files }) => files))
  const held = [...files].map((path) => inFile(path, now))
  return [...(await Promise.all([...web, ...servers])), ...unverified, ...held.flat()]
}

function unverifiedCheck({ setting }: { readonly setting: string }): Check {
  const message = 'is not verified: another host could impersonate the server'
  const advice = 'say sslmode=verify-full, with sslrootcert: see postgresql.md, "TLS"'
  return warning(`certificate of ${setting}`, message, advice)
}

async function seen(what: string, look: () => Promise<Validity>, now: Date): Promise<Check> {
  try {
    return judgeValidity(what, await look(), now)
  } catch (error) {
    const advice = 'if it can only be reached from elsewhere, check it from there'
    return warning(`certificate ${what}`, `could not be seen: ${messageOf(error)}`, advice)
  }
}

function inFile(path: string, now: Date): Check[] {
  const what = `in ${path}`
  try {
    const validities = certificatesIn(path)
    if (validities.length > 0) return validities.map((each) => judgeValidity(what, each, now))
    return [problem(`certificate ${what}`, 'there is none', 'put a certificate in PEM there')]
  } catch (error) {
    const advice = 'correct sslrootcert or sslcert in DATABASE_URL'
    return [problem(`certificate ${what}`, `cannot be read: ${messageOf(error)}`, advice)]
  }
}

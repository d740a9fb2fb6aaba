/** `DATABASE_URL` as in libpq, with several hosts before the path and the kind of session. */
import pg from 'pg'
import { filesOf, readServerTls, withoutTls } from './server-tls.ts'

/** Acceptable servers: `target_session_attrs` of libpq, except `prefer-standby`. */
const SESSIONS = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const
export type SessionKind = (typeof SESSIONS)[number]

type ServerUrl = {
  /** A URL for each host, in the order in which they are tried. */
  readonly urls: readonly string[]
  readonly sessions: SessionKind
}

const FORM = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^@/?#]*)(.*)$/s
/** Each has a URL of its own, with everything that follows. */
const HOSTS_MAX = 16
const ATTRIBUTE = 'target_session_attrs'

/** Of several hosts the writable one is meant, since this service writes. */
export function parseServerUrl(
  text: string,
  standard?: SessionKind,
): ServerUrl | { readonly fault: string } {
  const fault = 'must begin with postgres:// and name a server'
  const [, scheme, credentials = '', hosts = '', rest = ''] = FORM.exec(text) ?? []
  if (scheme === undefined) return { fault }
  const names = hosts.split(',')
  if (names.length > HOSTS_MAX) return { fault: `must name at most ${HOSTS_MAX} servers` }
  const urls = names.map((host) => URL.parse(scheme + credentials + host + rest))
  const sessions =
    urls[0]?.searchParams.get(ATTRIBUTE) ?? standard ?? (urls.length > 1 ? 'read-write' : 'any')
  for (const url of urls) {
    if (url === null || (url.hostname === '' && !url.searchParams.has('host'))) return { fault }
    // Not passed to the server, which rejects parameters that it does not know.
    if (url.searchParams.has(ATTRIBUTE)) url.searchParams.delete(ATTRIBUTE)
  }
  const tls = urls[0] && readServerTls(urls[0])
  if (tls && 'fault' in tls) return tls
  const kind = SESSIONS.find((each) => each === sessions)
  if (kind === undefined) return { fault: `must have a ${ATTRIBUTE} of ${SESSIONS.join(', ')}` }
  return { urls: urls.map((url) => String(url)), sessions: kind }
}

/** Whether it contains a password, which everybody who lists processes could read. */
export function hasPassword(text: string): boolean {
  const parsed = parseServerUrl(text)
  if ('fault' in parsed) return false
  return parsed.urls.some((each) => {
    const { password, searchParams } = new URL(each)
    return password !== '' || ['password', 'sslpassword'].some((name) => searchParams.has(name))
  })
}

/** The role in the URL: with PgBouncer in between it is that of the pooler. */
export function userOfServer(text: string): string | undefined {
  const parsed = parseServerUrl(text)
  if ('fault' in parsed) return undefined
  return new pg.Client({ connectionString: withoutTls(parsed.urls[0] ?? text) }).user
}

type TlsOfServer = {
  /** The hosts that TLS is used for. */
  readonly servers: readonly { readonly host: string; readonly port: number }[]
  /** Certificate files: the trusted authorities, and this side's own. */
  readonly files: readonly string[]
  /** Whether an attacker in between could answer instead of the server. */
  readonly unverified: boolean
}

const PORT = 5_432

/** The certificate options of `DATABASE_URL`. */
export function tlsOfServer(databaseUrl: string): TlsOfServer {
  const parsed = parseServerUrl(databaseUrl)
  const urls = 'fault' in parsed ? [] : parsed.urls.map((each) => new URL(each))
  const secure = urls.filter((url) => url.hostname !== '' && speaksTls(url))
  const known = secure.flatMap((url) => {
    const tls = readServerTls(url)
    return tls === undefined || 'fault' in tls ? [] : [tls]
  })
  const servers = secure.map(({ hostname, port }) => ({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || PORT),
  }))
  const unverified = known.some(
    ({ mode, sslrootcert }) => mode === 'require' && sslrootcert === undefined,
  )
  return { servers, files: known.flatMap(filesOf), unverified }
}

/** As the client reads `PGSSLMODE`, if the URL has no mode. */
function speaksTls(url: URL): boolean {
  const tls = readServerTls(url)
  if (tls === undefined) return Boolean(new pg.Client({ connectionString: String(url) }).ssl)
  return !('fault' in tls) && tls.mode !== 'disable'
}

/** For people: without user and password. */
export function serverHostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || (searchParams.get('host') ?? '')
}

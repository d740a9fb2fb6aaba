/** `DATABASE_URL`: as libpq reads it, with several hosts before the path and the session wanted. */
import pg from 'pg'
import { filesOf, readServerTls, withoutTls } from './server-tls.ts'

/** Which servers will do: `target_session_attrs` of libpq, but for `prefer-standby`. */
const SESSIONS = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const
export type SessionKind = (typeof SESSIONS)[number]

type ServerUrl = {
  /** One address of each host, in the order in which they are tried. */
  readonly urls: readonly string[]
  readonly sessions: SessionKind
}

const FORM = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^@/?#]*)(.*)$/s
/** Each stands in an address of its own, with all that follows. */
const HOSTS_MAX = 16
const ATTRIBUTE = 'target_session_attrs'

/** Of several hosts the one that can be written is meant, since this service writes. */
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
    // It is not for the server, which refuses what it does not know.
    if (url.searchParams.has(ATTRIBUTE)) url.searchParams.delete(ATTRIBUTE)
  }
  const tls = urls[0] && readServerTls(urls[0])
  if (tls && 'fault' in tls) return tls
  const kind = SESSIONS.find((each) => each === sessions)
  if (kind === undefined) return { fault: `must have a ${ATTRIBUTE} of ${SESSIONS.join(', ')}` }
  return { urls: urls.map((url) => String(url)), sessions: kind }
}

/** Whether a password stands in it, where everybody who lists processes could read it. */
export function hasPassword(text: string): boolean {
  const parsed = parseServerUrl(text)
  if ('fault' in parsed) return false
  return parsed.urls.some((each) => {
    const { password, searchParams } = new URL(each)
    return password !== '' || ['password', 'sslpassword'].some((name) => searchParams.has(name))
  })
}

/** The role, as the address says it: with PgBouncer in between it is that of the pooler. */
export function userOfServer(text: string): string | undefined {
  const parsed = parseServerUrl(text)
  if ('fault' in parsed) return undefined
  return new pg.Client({ connectionString: withoutTls(parsed.urls[0] ?? text) }).user
}

type TlsOfServer = {
  /** Those that are spoken to over TLS. */
  readonly servers: readonly { readonly host: string; readonly port: number }[]
  /** Of certificates: whom this side trusts, and who it is. */
  readonly files: readonly string[]
  /** Whether anybody in between could answer in place of the server. */
  readonly unverified: boolean
}

const PORT = 5_432

/** What of `DATABASE_URL` is about certificates. */
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

/** As its client reads `PGSSLMODE`, where the address says nothing. */
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

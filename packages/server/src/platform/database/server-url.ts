/** `DATABASE_URL`: as libpq reads it, with several hosts before the path and the session wanted. */

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
    return password !== '' || searchParams.has('password')
  })
}

/** For people: without user and password. */
export function serverHostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || (searchParams.get('host') ?? '')
}

/** TLS to PostgreSQL as in libpq, with its parameter names (decision 0105). */
import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'
import type pg from 'pg'
import { codeOf } from '../narrow.ts'

/** `allow` and `prefer` of libpq use plain text if an attacker in between asks for it. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const
const NAMES = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword'] as const
/** Options of libpq that would be ignored here. */
const OTHERS = /^(ssl|uselibpqcompat|channel_binding|gssencmode|requiressl|require_auth)/
/** A value of `sslrootcert`: the authorities that the system trusts. */
const SYSTEM = 'system'

type ServerTls = {
  readonly mode: (typeof MODES)[number]
  /** Paths of PEM files, and the password of the key. */
  readonly sslrootcert: string | undefined
  readonly sslcert: string | undefined
  readonly sslkey: string | undefined
  readonly sslpassword: string | undefined
}

/**
 * The TLS options of the URL; undefined without any, when `PGSSLMODE` counts, and for a socket on
 * this machine, which has no TLS. With a certificate file but no mode, everything is verified.
 */
export function readServerTls(url: URL): ServerTls | undefined | { readonly fault: string } {
  const { hostname, searchParams } = url
  const unknown = [...searchParams.keys()].find(
    (name) => OTHERS.test(name) && !NAMES.some((each) => each === name),
  )
  if (unknown !== undefined) return { fault: `has ${unknown}; of TLS it knows ${NAMES.join(', ')}` }
  if (!NAMES.some((name) => searchParams.has(name))) return undefined
  if (/^(\/|%2f)/i.test(searchParams.get('host') ?? hostname)) return undefined
  const text = (name: (typeof NAMES)[number]) => searchParams.get(name) || undefined
  const given = text('sslmode') ?? 'verify-full'
  const mode = MODES.find((each) => each === given)
  if (mode === undefined) return { fault: `must have an sslmode of ${MODES.join(', ')}` }
  const [sslrootcert, sslcert, sslkey] = [text('sslrootcert'), text('sslcert'), text('sslkey')]
  if (mode === 'verify-ca' && sslrootcert === undefined)
    return { fault: 'must have an sslrootcert for verify-ca: anybody gets a public certificate' }
  if (sslrootcert === SYSTEM && mode !== 'verify-full' && mode !== 'disable')
    return { fault: 'must have an sslmode of verify-full with sslrootcert=system' }
  if ((sslcert === undefined) !== (sslkey === undefined))
    return { fault: 'must have both sslcert and sslkey, or neither' }
  return { mode, sslrootcert, sslcert, sslkey, sslpassword: text('sslpassword') }
}

/** Without the TLS options, which the client reads in its own way. */
export function withoutTls(text: string): string {
  const url = new URL(text)
  for (const name of NAMES) if (url.searchParams.has(name)) url.searchParams.delete(name)
  return String(url)
}

/** Certificate files that somebody has to renew. */
export const filesOf = ({ sslrootcert, sslcert }: ServerTls): string[] =>
  [sslrootcert, sslcert].flatMap((each) => (each === undefined || each === SYSTEM ? [] : [each]))

/**
 * The client's TLS options; reads the files. `require` without `sslrootcert` trusts any server, and
 * with it is `verify-ca`.
 */
export function optionsOfTls(tls: ServerTls): NonNullable<pg.ClientConfig['ssl']> {
  const { mode, sslrootcert, sslcert, sslkey, sslpassword } = tls
  if (mode === 'disable') return false
  return {
    rejectUnauthorized: mode !== 'require' || sslrootcert !== undefined,
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
    ...(sslrootcert === undefined ? {} : { ca: authoritiesOf(sslrootcert) }),
    ...(sslcert === undefined ? {} : { cert: readPem('sslcert', sslcert) }),
    ...(sslkey === undefined ? {} : { key: readPem('sslkey', sslkey) }),
    ...(sslpassword === undefined ? {} : { passphrase: sslpassword }),
  }
}

const authoritiesOf = (path: string): string | string[] =>
  path === SYSTEM ? getCACertificates('system') : readPem('sslrootcert', path)

function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${name} of the database cannot be read: ${codeOf(error)}`, { cause: error })
  }
}

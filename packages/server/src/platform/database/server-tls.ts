import pg from 'pg'
import { parseServerUrl } from './server-url.ts'

type TlsOfServer = {
  /** Those that are spoken to over TLS. */
  readonly servers: readonly { readonly host: string; readonly port: number }[]
  /** Of certificates: whom this side trusts, and who it is. */
  readonly files: readonly string[]
}

const PORT = 5_432

/** What of `DATABASE_URL` is about certificates. */
export function tlsOfServer(databaseUrl: string): TlsOfServer {
  const parsed = parseServerUrl(databaseUrl)
  const urls = 'fault' in parsed ? [] : parsed.urls.filter(speaksTls)
  const files = urls.flatMap((each) => {
    const { searchParams } = new URL(each)
    return ['sslrootcert', 'sslcert'].flatMap((name) => searchParams.get(name) ?? [])
  })
  const servers = urls.map((each) => {
    const { hostname, port } = new URL(each)
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || PORT) }
  })
  return { servers, files }
}

/** As its client reads the address and `PGSSLMODE`; it refuses files that cannot be read. */
function speaksTls(url: string): boolean {
  if (new URL(url).hostname === '') return false
  try {
    return Boolean(new pg.Client({ connectionString: url }).ssl)
  } catch {
    return true
  }
}

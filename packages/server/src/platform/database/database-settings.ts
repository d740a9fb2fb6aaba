import { parseServerUrl } from './server-url.ts'

/** How the service connects to PostgreSQL, as set by the operator. */
export type DatabaseSettings = {
  /** Of the pool; one more connection listens. */
  readonly connectionsMax: number
  /** How long a start waits for the database, in milliseconds. */
  readonly waitMs: number
  /** The URL of a transaction pooler in front of the server. */
  readonly poolerUrl: string | undefined
  /** The URL of the server for the role that owns the schema; undefined: the same role. */
  readonly migrateUrl: string | undefined
  /** The URL of a hot standby, for slow reads. */
  readonly readUrl: string | undefined
  /** Allows live mode on a server that may lose acknowledged writes. */
  readonly unsafe: boolean
}

type Name =
  | 'DATABASE_URL'
  | 'DATABASE_READ_URL'
  | 'DATABASE_DIRECT_URL'
  | 'DATABASE_MIGRATE_URL'
  | 'POOLER'
  | 'DATABASE_CONNECTIONS'
  | 'DATABASE_WAIT'
  | 'DATABASE_UNSAFE'
type Fault = (name: Name, sentence: string) => undefined

const WAIT_S_MAX = 3_600
const CONNECTIONS = { least: 1, most: 1_000 }

export function readDatabaseSettings(
  text: (name: Name) => string | undefined,
  fault: Fault,
): { readonly databaseUrl: string | undefined; readonly databaseSettings: DatabaseSettings } {
  const databaseUrl = text('DATABASE_URL')
  const server = databaseUrl === undefined ? undefined : parseServerUrl(databaseUrl)
  if (server !== undefined && 'fault' in server) fault('DATABASE_URL', server.fault)
  const pooler = readPooler(text, fault)
  const beside = (name: Name, what: string): string | undefined => {
    const url = text(name)
    const other = url === undefined ? undefined : parseServerUrl(url)
    if (other !== undefined && 'fault' in other) fault(name, other.fault)
    if (url !== undefined && databaseUrl === undefined)
      fault(name, `is ${what} a server that DATABASE_URL must name`)
    return url
  }
  const readUrl = beside('DATABASE_READ_URL', 'the standby of')
  const migrateUrl = beside('DATABASE_MIGRATE_URL', 'for the owner of the schema on')
  const count = (
    name: Name,
    { least, most, absent }: Record<'least' | 'most' | 'absent', number>,
  ) => {
    const given = text(name) ?? String(absent)
    const number = /^[0-9]{1,5}$/.test(given) ? Number(given) : -1
    if (number < least || number > most) {
      fault(name, `must be a whole number from ${least} to ${most}`)
    }
    return number
  }
  const unsafe = text('DATABASE_UNSAFE')?.toLowerCase() ?? 'no'
  if (unsafe !== 'yes' && unsafe !== 'no') fault('DATABASE_UNSAFE', 'must be yes or no')
  const databaseSettings = {
    connectionsMax: count('DATABASE_CONNECTIONS', { ...CONNECTIONS, absent: 24 }),
    waitMs: 1_000 * count('DATABASE_WAIT', { least: 0, most: WAIT_S_MAX, absent: 60 }),
    poolerUrl: pooler === undefined ? undefined : databaseUrl,
    migrateUrl,
    readUrl,
    unsafe: unsafe === 'yes',
  }
  return { databaseUrl: pooler?.directUrl ?? databaseUrl, databaseSettings }
}

/** With a transaction pooler, the server itself needs a URL, too. */
function readPooler(
  text: (name: Name) => string | undefined,
  fault: Fault,
): { readonly directUrl: string } | undefined {
  const pooler = text('POOLER') ?? 'none'
  const directUrl = text('DATABASE_DIRECT_URL')
  if (pooler === 'none') {
    if (directUrl !== undefined) fault('DATABASE_DIRECT_URL', 'is for POOLER=transaction')
    return undefined
  }
  if (pooler !== 'transaction') return fault('POOLER', 'must be none or transaction')
  if (text('DATABASE_URL') === undefined) fault('DATABASE_URL', 'is required with POOLER')
  if (directUrl === undefined) return fault('DATABASE_DIRECT_URL', 'is required with POOLER')
  const parsed = parseServerUrl(directUrl)
  if ('fault' in parsed) fault('DATABASE_DIRECT_URL', parsed.fault)
  return { directUrl }
}

/** A connection to one host of `DATABASE_URL`, ready for use. */
import pg from 'pg'
import { ConnectionLost } from './failure.ts'
import { LOCK_MS_MAX } from './one-transaction.ts'
import { optionsOfTls, readServerTls, withoutTls } from './server-tls.ts'
import type { SessionKind } from './server-url.ts'
import { KEEP_ALIVE, openSession, type Session } from './session.ts'

/**
 * Limits of every session, so that no lock, statement or forgotten transaction lasts for ever. They
 * are set after connecting: a pooler may reject or drop them in the startup packet.
 */
const BOUNDS = {
  lock_timeout: String(LOCK_MS_MAX),
  statement_timeout: '5000',
  idle_in_transaction_session_timeout: '10000',
  timezone: 'UTC',
  // Compiling a query that runs once costs more than it saves.
  jit: 'off',
}
const SETTING = Object.entries(BOUNDS).map(
  ([name, value]) => `set_config('${name}', '${value}', false)`,
)
const STATE = `SELECT pg_backend_pid() AS pid, pg_is_in_recovery() AS standby,
  current_setting('transaction_read_only') = 'on' AS read_only`
const PREPARE = [STATE, ...SETTING].join(', ')

/** As a default of the role: `lock_timeout = '2000'`. */
export const ROLE_BOUNDS = Object.entries(BOUNDS).map(([name, value]) => `${name} = '${value}'`)
/** Settings that the role lacks, for poolers that do not preserve sessions. */
export const UNBOUND = `SELECT wanted.name, wanted.value
  FROM (VALUES ${Object.entries(BOUNDS)
    .map(([name, value]) => `('${name}', '${value}')`)
    .join(', ')}) AS wanted (name, value)
  JOIN pg_settings s ON lower(s.name) = wanted.name
  WHERE lower(replace(s.setting, 'Etc/', '')) <> lower(wanted.value)`

/** Throws if a certificate file named in the URL cannot be read. */
export function clientConfig(url: string, connectMsMax: number): pg.ClientConfig {
  const tls = readServerTls(new URL(url))
  const isPlain = tls === undefined || 'fault' in tls
  return {
    connectionString: withoutTls(url),
    connectionTimeoutMillis: connectMsMax,
    ...(isPlain ? {} : { ssl: optionsOfTls(tls) }),
    ...KEEP_ALIVE,
  }
}

export type SessionWish = {
  /** The kind of server that is acceptable. */
  readonly wanted: SessionKind
  /** Whether settings persist in the next transaction. */
  readonly keepsSession: boolean
}

/**
 * Sets the limits; returns the server's process id, which a pooler does not report. Throws if the
 * server is not of the requested kind.
 */
export async function prepareSession(
  session: Session,
  { wanted, keepsSession }: SessionWish,
): Promise<number> {
  const text = keepsSession ? PREPARE : STATE
  const [rows = []] = await session.batch([{ text, values: [], passing: true }])
  const { pid, standby, read_only: readOnly } = rows[0] ?? {}
  const isStandby = standby === true
  const isReadOnly = readOnly === true
  if (!isWanted(wanted, { standby: isStandby, readOnly: isReadOnly })) {
    const server = isStandby ? 'a standby' : `a ${isReadOnly ? 'read-only' : 'writable'} primary`
    throw new ConnectionLost(`the server is ${server}, not ${wanted}`)
  }
  return Number(pid)
}

function isWanted(
  wanted: SessionKind,
  { standby, readOnly }: { standby: boolean; readOnly: boolean },
): boolean {
  switch (wanted) {
    case 'any':
      return true
    case 'read-write':
      return !readOnly
    case 'read-only':
      return readOnly
    case 'primary':
      return !standby
    case 'standby':
      return standby
  }
}

export type OpenClient = {
  readonly client: pg.Client
  readonly session: Session
  /** The process id on the server. */
  readonly pid: number
}

/** A connection for one caller, who ends it. */
export async function openClient(config: pg.ClientConfig, wish: SessionWish): Promise<OpenClient> {
  const client = new pg.Client(config)
  const session = openSession(client, wish.keepsSession)
  try {
    await client.connect()
    const pid = await prepareSession(session, wish)
    return { client, session, pid }
  } catch (error) {
    session.destroy()
    throw error
  }
}

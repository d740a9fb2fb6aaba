import { type OpenClient, UNBOUND } from './client.ts'
import type { Statement } from './database.ts'
import { DatabaseUnsuitable } from './failure.ts'
import type { Session } from './session.ts'

/** Unnamed, since such a pooler loses names. */
const passing = (text: string): Statement => ({ text, values: [], passing: true })
const PID = passing('SELECT pg_backend_pid() AS pid')
const ROUNDS = 5

const SENTENCE =
  'the pooler that DATABASE_URL names gives each transaction another session (transaction ' +
  'pooling), which loses prepared statements, session settings, session locks and LISTEN: set ' +
  'POOLER=transaction and DATABASE_DIRECT_URL, or use session pooling (pool_mode = session in ' +
  'PgBouncer), or the address of the server itself'

/**
 * Throws if a pooler in between does not preserve sessions. While one connection stays open,
 * another one begins a transaction: a transaction pooler gives it the session that the first has
 * just used, or, if somebody else was faster, gives the first one another session next time.
 * Neither can happen with real sessions.
 */
export async function checkPooling(open: () => Promise<OpenClient>): Promise<void> {
  const one = await open()
  const other = await open().catch((error) => {
    one.session.destroy()
    throw error
  })
  try {
    for (let round = 0; round < ROUNDS; round++) await compare(one.session, other.session)
    await Promise.all([one.client.end(), other.client.end()])
  } finally {
    one.session.destroy()
    other.session.destroy()
  }
}

async function compare(one: Session, other: Session): Promise<void> {
  const pid = await pidOf(one)
  const isTaken = (await pidOf(other, passing('BEGIN'))) === pid
  // With such a pooler the first one would wait for it.
  if (isTaken || (await pidOf(one)) !== pid) throw new DatabaseUnsuitable(SENTENCE)
  await other.batch([passing('ROLLBACK')])
}

async function pidOf(session: Session, ...before: Statement[]): Promise<number> {
  const results = await session.batch([...before, PID])
  return Number(results.at(-1)?.[0]?.pid)
}

/** Throws if the role lacks a setting that sessions normally set. */
export async function checkRole(open: () => Promise<OpenClient>): Promise<void> {
  const { client, session } = await open()
  try {
    const [rows = []] = await session.batch([passing(UNBOUND)])
    await client.end()
    if (rows.length === 0) return
    const statements = rows.map(({ name, value }) => `SET ${name} = '${value}'`)
    throw new DatabaseUnsuitable(
      'behind a pooler of transactions the role must be bound by itself: ' +
        statements.map((set) => `ALTER ROLE CURRENT_USER ${set};`).join(' '),
    )
  } finally {
    session.destroy()
  }
}

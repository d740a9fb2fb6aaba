import type pg from 'pg'
import { inSequence } from '../work/in-sequence.ts'
import type { Connection, Statement } from './database.ts'
import { asConnectionLost, ConnectionLost } from './failure.ts'
import { Exchange, type Prepared } from './wire.ts'

/**
 * The server cancels a statement after 5 s. A server that has not answered by then, with rows or
 * with that error, hangs or cannot be reached.
 */
export const EXCHANGE_MS_MAX = 7_000

/** A peer that vanished is detected after twenty seconds of silence. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

export type Session = Connection & {
  /** The time limit of each exchange. */
  msMax: number
  /** Resolves with the reason why it can no longer be used. */
  readonly lost: Promise<ConnectionLost>
  /** Ends it immediately, without waiting for the server. */
  destroy(): void
}

type Connected = { readonly connection: { readonly stream: { destroy(): void } } }

/**
 * A commit whose wait for the synchronous standby was cancelled, by an operator or by the statement
 * timeout, is answered as done, with only a warning that has no code of its own. It is on one
 * server alone, and a failover would lose it: its result is unknown (decision 0097).
 */
const isUnreplicated = (severity: string | undefined, code: string | undefined): boolean =>
  severity === 'WARNING' && (code === '01000' || code === '57P01')

/**
 * A session on a PostgreSQL server. Exchanges follow one another, and each of them ends: with its
 * answer, with the connection, or at its time limit, which also ends the connection. `keepsSession`
 * is false behind a transaction pooler.
 */
export function openSession(client: pg.ClientBase, keepsSession = true): Session {
  const prepared: Prepared | undefined = keepsSession ? new Map() : undefined
  let underWay: Exchange | undefined
  let loss: ConnectionLost | undefined
  const lost = Promise.withResolvers<ConnectionLost>()

  const destroy = () => {
    // Missing in its types.
    const { connection } = client as pg.ClientBase & Connected
    connection.stream.destroy()
  }
  const lose = (error: unknown) => {
    loss ??= asConnectionLost(error)
    lost.resolve(loss)
    underWay?.abandon(loss)
  }
  // Without a listener the error of a connection in use would end the process.
  client.on('error', lose)
  client.on('end', () => lose(new Error('the connection ended')))
  client.on('notice', ({ severity, code }) => {
    if (underWay === undefined || !isUnreplicated(severity, code)) return
    lose(new ConnectionLost('the server did not wait until its standby had the commit'))
    destroy()
  })
  // The server is ready for the next statement, also after an error.
  client.on('drain', () => underWay?.handleReadyForQuery())

  /** pg accepts one at a time; those of one transaction may be sent concurrently. */
  const send = inSequence(async (content: readonly Statement[] | { readonly script: string }) => {
    if (loss !== undefined) throw loss
    const sent = new Exchange(content, prepared)
    underWay = sent
    const { msMax } = session
    const timer = setTimeout(() => {
      lose(new Error(`the server did not answer within ${msMax} ms`))
      destroy()
    }, msMax)
    try {
      client.query(sent)
      return await sent.answer
    } finally {
      clearTimeout(timer)
      underWay = undefined
    }
  })

  const session: Session = {
    msMax: EXCHANGE_MS_MAX,
    batch: (statements) => send(statements),
    script: async (text) => void (await send({ script: text })),
    lost: lost.promise,
    destroy,
  }
  return session
}

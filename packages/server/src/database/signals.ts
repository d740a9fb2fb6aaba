import pg from 'pg'
import type { Signals } from './database.ts'

const CHANNEL = 'work_due'
/** So often at most: what is told by many operations at once is told together. */
const APART_MS = 20
const RECONNECT_MS = 1_000

/**
 * LISTEN and NOTIFY on a connection of their own, never in the transaction of an operation: a
 * commit that notifies takes a lock that all of the server's commits then wait for. What is lost,
 * such as while the connection is away, costs the listeners only the time until they look again.
 */
export function openSignals(url: string, onLost: (error: Error) => void): Signals {
  let client: pg.Client | undefined
  let begun = false
  let closed = false
  let told = () => {}
  let sentAt = 0
  let planned: NodeJS.Timeout | undefined
  let again: NodeJS.Timeout | undefined

  function begin(): void {
    if (begun || closed) return
    begun = true
    const lost = (error: Error) => {
      client = undefined
      if (closed) return
      onLost(error)
      again = setTimeout(() => {
        begun = false
        begin()
      }, RECONNECT_MS).unref()
    }
    openConnection(url, { told: () => told(), lost }, (ready) => {
      if (closed) return void ready.end().catch(() => undefined)
      client = ready
      // Nobody knows what was told meanwhile.
      told()
    })
  }

  function send(): void {
    planned = undefined
    sentAt = performance.now()
    client?.query(`NOTIFY ${CHANNEL}`).catch(() => undefined)
  }

  return {
    tell() {
      begin()
      if (planned !== undefined || closed) return
      const waitMs = sentAt + APART_MS - performance.now()
      if (waitMs <= 0) send()
      else planned = setTimeout(send, waitMs).unref()
    },
    listen(listener) {
      told = listener
      begin()
    },
    async close() {
      closed = true
      clearTimeout(planned)
      clearTimeout(again)
      await client?.end().catch(() => undefined)
    },
  }
}

type Heard = { told(): void; lost(error: Error): void }

/** Listens; says once that it does, and once that the connection is lost. */
function openConnection(
  url: string,
  { told, lost }: Heard,
  ready: (client: pg.Client) => void,
): void {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  let isLost = false
  const lose = (error: Error) => {
    if (isLost) return
    isLost = true
    client.end().catch(() => undefined)
    lost(error)
  }
  client.on('error', lose)
  client.on('end', () => lose(new Error('the server ended it')))
  client.on('notification', ({ processId }) => {
    if (processId !== (client as unknown as { processID: number }).processID) told()
  })
  client
    .connect()
    .then(() => client.query(`LISTEN ${CHANNEL}`))
    .then(() => {
      if (!isLost) ready(client)
    })
    .catch(lose)
}

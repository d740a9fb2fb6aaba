import { setTimeout as pause } from 'node:timers/promises'
import type { OpenClient } from './client.ts'
import { type Signals, type Statement, type Topic, topics } from './database.ts'
import { asConnectionLost } from './failure.ts'
import type { Session } from './session.ts'

/** The highest frequency: signals of many operations are sent together. */
const APART_MS = 20
/** Signals that wait for a connection are soon worthless. */
const PENDING_MAX = 100
const RECONNECT_MS = 1_000

/** Connects to the right host. */
type Open = () => Promise<OpenClient>

/**
 * LISTEN and NOTIFY on a connection of their own, never in the transaction of an operation: a
 * commit that notifies takes a lock for which all commits of the server wait. A lost signal, for
 * example while the connection is down, only delays listeners until their next poll.
 */
export function openSignals(open: Open, onLost: (error: Error) => void): Signals {
  const listeners = new Map<string, (text: string) => void>()
  const pending = new Map<string, Statement>()
  let listening: Listening | undefined
  let begun = false
  let closed = false
  let sending = false
  let again: NodeJS.Timeout | undefined
  const hear: Hear = (channel, text) => listeners.get(channel)?.(text)

  async function begin(): Promise<void> {
    if (begun || closed) return
    begun = true
    const lost = (error: Error) => {
      listening = undefined
      if (closed) return
      onLost(error)
      again = setTimeout(() => {
        begun = false
        void begin()
      }, RECONNECT_MS).unref()
    }
    try {
      listening = await listen(open, { hear, lost })
    } catch (error) {
      lost(asConnectionLost(error))
      return
    }
    if (closed) return listening.end()
    // Signals may have been missed meanwhile.
    for (const topic of listeners.keys()) hear(topic, '')
  }

  async function send(): Promise<void> {
    if (sending) return
    sending = true
    while (pending.size > 0 && listening !== undefined && !closed) {
      const statements = [...pending.values()]
      pending.clear()
      await listening.session.batch(statements).catch(() => undefined)
      await pause(APART_MS, undefined, { ref: false })
    }
    sending = false
  }

  return {
    publish(topic, text = '') {
      if (pending.size < PENDING_MAX) pending.set(`${topic} ${text}`, notify(topic, text))
      void begin()
      void send()
    },
    listen(topic, listener) {
      listeners.set(topic, listener)
      // The channel may be listened to already, without this listener.
      if (listening !== undefined) listener('')
      void begin()
    },
    async close() {
      closed = true
      clearTimeout(again)
      await listening?.end()
    },
  }
}

const notify = (topic: Topic, text: string): Statement => ({
  text: 'SELECT pg_notify($1, $2)',
  values: [topic, text],
})

type Hear = (channel: string, text: string) => void
type Listening = { readonly session: Session; end(): Promise<void> }

/** Reports once that the connection is lost, if it has listened. */
async function listen(
  open: Open,
  { hear, lost }: { readonly hear: Hear; lost(error: Error): void },
): Promise<Listening> {
  const { client, session, pid } = await open()
  try {
    for (const topic of topics) await session.script(`LISTEN ${topic}`)
  } catch (error) {
    session.destroy()
    throw error
  }
  client.on('notification', ({ processId, channel, payload = '' }) => {
    if (processId !== pid) hear(channel, payload)
  })
  void session.lost.then((loss) => {
    session.destroy()
    lost(loss)
  })
  return { session, end: () => client.end() }
}

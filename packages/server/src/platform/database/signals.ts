import { setTimeout as pause } from 'node:timers/promises'
import type { OpenClient } from './client.ts'
import type { Signals } from './database.ts'
import { asConnectionLost } from './failure.ts'
import type { Session } from './session.ts'

const CHANNEL = 'work_due'
/** So often at most: what is told by many operations at once is told together. */
const APART_MS = 20
const RECONNECT_MS = 1_000

/** Connects to the right host. */
type Open = () => Promise<OpenClient>

/**
 * LISTEN and NOTIFY on a connection of their own, never in the transaction of an operation: a
 * commit that notifies takes a lock that all of the server's commits then wait for. What is lost,
 * such as while the connection is away, costs the listeners only the time until they look again.
 */
export function openSignals(open: Open, onLost: (error: Error) => void): Signals {
  let listening: Listening | undefined
  let begun = false
  let closed = false
  let onSignal = () => {}
  let due = false
  let sending = false
  let again: NodeJS.Timeout | undefined

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
      listening = await listen(open, { onSignal: () => onSignal(), lost })
    } catch (error) {
      lost(asConnectionLost(error))
      return
    }
    if (closed) await listening.end()
    // Nobody knows what was told meanwhile.
    else onSignal()
  }

  async function send(): Promise<void> {
    if (sending) return
    sending = true
    while (due && listening !== undefined && !closed) {
      due = false
      await listening.session.script(`NOTIFY ${CHANNEL}`).catch(() => undefined)
      await pause(APART_MS, undefined, { ref: false })
    }
    sending = false
  }

  return {
    tell() {
      due = true
      void begin()
      void send()
    },
    listen(listener) {
      onSignal = listener
      void begin()
    },
    async close() {
      closed = true
      clearTimeout(again)
      await listening?.end()
    },
  }
}

type Listening = { readonly session: Session; end(): Promise<void> }

/** Says once that the connection is lost, when it has listened. */
async function listen(
  open: Open,
  { onSignal, lost }: { onSignal(): void; lost(error: Error): void },
): Promise<Listening> {
  const { client, session, pid } = await open()
  try {
    await session.script(`LISTEN ${CHANNEL}`)
  } catch (error) {
    session.destroy()
    throw error
  }
  client.on('notification', ({ processId }) => {
    if (processId !== pid) onSignal()
  })
  void session.lost.then((loss) => {
    session.destroy()
    lost(loss)
  })
  return { session, end: () => client.end() }
}

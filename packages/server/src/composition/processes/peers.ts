/** The processes on one database, as they hear of one another. */
import type { Database, Topic } from '../../platform/database/database.ts'
import { doesWork, isRole, type Role } from './role.ts'

/** `waiting` until one must have been heard. */
export type WorkersState = 'ok' | 'waiting' | 'none'

export type Peers = {
  /** Whether any process, including this one, does background work. */
  workers(): WorkersState
  /** Signals the others, if there are any. */
  publish(topic: Topic, text: string): void
  /** Calls back with the signals of other processes. */
  hear(topic: Topic, listener: (text: string) => void): void
  /** From when the database is open. */
  begin(signals: Database['signals']): void
  stop(): void
}

const BEAT_MS = 2_000
/** Five beats: one or two may get lost, or be late on a busy machine. */
const SILENT_MS_MAX = 10_000

type PeersOptions = {
  readonly role: Role
  /** Milliseconds that only go forward. */
  readonly elapsedMs?: () => number
}

export function createPeers({ role, elapsedMs = () => performance.now() }: PeersOptions): Peers {
  const listeners = new Map<Topic, (text: string) => void>()
  /** When others of a role were last heard. */
  const heardAt = new Map<Role, number>()
  let signals: Database['signals'] | undefined
  let begunAt: number | undefined
  let beat: NodeJS.Timeout | undefined
  const isRecent = (at = Number.NEGATIVE_INFINITY) => elapsedMs() - at <= SILENT_MS_MAX

  return {
    workers() {
      if (doesWork(role)) return 'ok'
      const isThere = [...heardAt].some(([other, at]) => doesWork(other) && isRecent(at))
      if (isThere) return 'ok'
      return begunAt === undefined || isRecent(begunAt) ? 'waiting' : 'none'
    },
    publish(topic, text) {
      if ([...heardAt.values()].some(isRecent)) signals?.publish(topic, text)
    },
    hear: (topic, listener) => void listeners.set(topic, listener),
    begin(opened) {
      signals = opened
      begunAt = elapsedMs()
      for (const [topic, listener] of listeners) opened.listen(topic, listener)
      opened.listen('process_alive', (text) => {
        if (isRole(text)) heardAt.set(text, elapsedMs())
      })
      const publish = () => opened.publish('process_alive', role)
      publish()
      beat = setInterval(publish, BEAT_MS).unref()
    },
    stop: () => clearInterval(beat),
  }
}

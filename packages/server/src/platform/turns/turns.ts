import { createTally } from './tally.ts'

/**
 * Slots that are taken in turns. Waiting callers are in queues, one for each party, and the queues
 * are served in rotation: a party with a single request waits for at most one of each other party,
 * however many of those wait.
 */
export type Turns = {
  /**
   * Resolves once there is a slot. `closed` is called only if the caller has to wait; its signal
   * tells that the caller has gone.
   */
  take(party: string, waiting?: Waiting): Promise<void>
  /** Passes on the slot of a party; returns whether none is held any more, so nobody waits. */
  give(party: string): boolean
  usage(): Usage
}

/** The number of slots, now. */
export type Usage = { readonly max: number; readonly inUse: number; readonly waiting: number }

type Waiting = {
  /** The bytes held in memory meanwhile. */
  readonly bytes?: number
  readonly closed?: () => AbortSignal
}

export type TurnOptions = {
  readonly places: number
  /** The most slots that one party may hold while others come, even if slots are free. */
  readonly eachMax?: number
  /** In milliseconds, from any starting point; needed for `eachMax` only. */
  readonly now?: () => number
  /** A caller that waits longer is rejected with the error of `late`. */
  readonly waitMsMax: number
  readonly late: () => Error
  /** The most callers of one party that may wait; further ones are rejected immediately. */
  readonly bytesMax?: number
}

/** The memory of a waiting caller besides its own bytes: a socket, its headers, a promise. */
const BYTES_EACH = 16_384
/** A party may hold all slots if no other has asked for one in this time. */
const ALONE_MS = 500

type Caller = { readonly start: () => void; readonly bytes: number }
/** In order of arrival; leaving from the middle costs nothing. */
type Queue = { readonly callers: Set<Caller>; bytes: number }

export function createTurns({
  places,
  eachMax = places,
  now = () => performance.now(),
  waitMsMax,
  late,
  bytesMax = Number.POSITIVE_INFINITY,
}: TurnOptions): Turns {
  /** In the order of rotation; no queue is empty. */
  const queues = new Map<string, Queue>()
  const taken = createTally()
  const asking = watchParties(now)
  const hasAll = (party: string) => taken.of(party) >= (asking.isAlone(party) ? places : eachMax)

  function leave(party: string, queue: Queue, caller: Caller): void {
    queue.callers.delete(caller)
    queue.bytes -= caller.bytes
    if (queue.callers.size === 0) queues.delete(party)
  }

  function wait(party: string, { bytes = 0, closed }: Waiting): Promise<void> {
    const queue = queues.get(party) ?? { callers: new Set(), bytes: 0 }
    const all = bytes + BYTES_EACH
    if (queue.bytes + all > bytesMax) return Promise.reject(late())
    queues.set(party, queue)
    return new Promise((resolve, reject) => {
      const signal = closed?.()
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const start = () => resolve(settle())
      const giveUp = () => {
        settle()
        leave(party, queue, caller)
        reject(late())
      }
      const caller: Caller = { start, bytes: all }
      const timer = setTimeout(giveUp, waitMsMax)
      signal?.addEventListener('abort', giveUp)
      queue.callers.add(caller)
      queue.bytes += all
    })
  }

  return {
    async take(party, waiting = {}) {
      asking.note(party)
      if (taken.all() === places || hasAll(party)) return wait(party, waiting)
      taken.change(party, 1)
    },
    give(party) {
      taken.change(party, -1)
      // At most as many parties hold their maximum as there are slots.
      for (const [next, queue] of queues) {
        if (taken.all() === places) break
        const [caller] = queue.callers
        if (caller === undefined || hasAll(next)) continue
        queues.delete(next)
        queues.set(next, queue)
        leave(next, queue, caller)
        taken.change(next, 1)
        caller.start()
      }
      return taken.all() === 0
    },
    usage: () => ({ max: places, inUse: taken.all(), waiting: callersIn(queues) }),
  }
}

function callersIn(queues: ReadonlyMap<string, Queue>): number {
  return [...queues.values()].reduce((sum, { callers }) => sum + callers.size, 0)
}

/** Whether only one party has asked lately; the service's own work has no party. */
function watchParties(now: () => number) {
  let last = { party: '', since: now() }
  return {
    isAlone: (party: string) => last.party === party && now() - last.since >= ALONE_MS,
    note(party: string): void {
      if (party !== '' && party !== last.party) last = { party, since: now() }
    },
  }
}

import { createTally } from './tally.ts'

/**
 * Places that are taken in turns. Those who wait stand in queues, one for each party, and the
 * queues are served in rotation: a party with a single request waits for at most one of each
 * other party, however many of those wait.
 */
export type Turns = {
  /**
   * Resolves as soon as there is a place. `closed` is called only where the caller has to wait; its
   * signal says that the caller has gone.
   */
  take(party: string, waiting?: Waiting): Promise<void>
  /** Hands on the place of a party; answers whether none is held any more, so that nobody waits. */
  give(party: string): boolean
  usage(): Usage
}

/** Of places, now. */
export type Usage = { readonly max: number; readonly inUse: number; readonly waiting: number }

type Waiting = {
  /** What is held in memory meanwhile, in bytes. */
  readonly bytes?: number
  readonly closed?: () => AbortSignal
}

export type TurnOptions = {
  readonly places: number
  /** Of these, the most that one party may hold while others come, also when places are free. */
  readonly eachMax?: number
  /** In milliseconds, from any moment on; needed for `eachMax` only. */
  readonly now?: () => number
  /** A caller that waits longer is turned away with the error of `late`. */
  readonly waitMsMax: number
  readonly late: () => Error
  /** The most that one party may have waiting; what is beyond it is turned away at once. */
  readonly bytesMax?: number
}

/** What a waiting caller takes beside its own bytes: a socket, its headers, a promise. */
const BYTES_EACH = 16_384
/** A party that nobody else has asked beside for so long may have all places. */
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
      // Those who hold all they may are few: so many as there are places for.
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

/** Whether one party alone has asked lately; what the service does by itself is of no party. */
function watchParties(now: () => number) {
  let last = { party: '', since: now() }
  return {
    isAlone: (party: string) => last.party === party && now() - last.since >= ALONE_MS,
    note(party: string): void {
      if (party !== '' && party !== last.party) last = { party, since: now() }
    },
  }
}

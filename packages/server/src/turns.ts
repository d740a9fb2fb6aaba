/**
 * Places that are taken in turns. Those who wait stand in queues, one for each party, and the
 * queues are served in rotation: whoever has a single request waits for at most one of each other
 * party, however many of those wait.
 */
export type Turns = {
  /**
   * Resolves as soon as there is a place. `closed` is called only where the caller has to wait; its
   * signal says that the caller has gone.
   */
  take(party: string, waiting?: Waiting): Promise<void>
  /** Hands a place on; answers whether none is held any more, so that nobody waits either. */
  give(): boolean
}

export type Waiting = {
  /** What is held in memory meanwhile, in bytes. */
  readonly bytes?: number
  readonly closed?: () => AbortSignal
}

export type TurnOptions = {
  readonly places: number
  /** Whoever waits longer is turned away with the error of `late`. */
  readonly waitMsMax: number
  readonly late: () => Error
  /** The most that one party may have waiting; what is beyond it is turned away at once. */
  readonly bytesMax?: number
}

/** What a waiting caller takes beside its own bytes: a socket, its headers, a promise. */
const BYTES_EACH = 16_384

type Caller = { readonly start: () => void; readonly bytes: number }
/** In order of arrival; leaving from the middle costs nothing. */
type Queue = { readonly callers: Set<Caller>; bytes: number }

export function createTurns({
  places,
  waitMsMax,
  late,
  bytesMax = Number.POSITIVE_INFINITY,
}: TurnOptions): Turns {
  /** In the order of rotation; no queue is empty. */
  const queues = new Map<string, Queue>()
  let held = 0

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
      const start = () => {
        settle()
        resolve()
      }
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
      if (held === places) return wait(party, waiting)
      held++
    },
    give() {
      const [next] = queues
      if (next === undefined) {
        held--
        return held === 0
      }
      const [party, queue] = next
      const [caller] = queue.callers
      queues.delete(party)
      queues.set(party, queue)
      if (caller !== undefined) {
        leave(party, queue, caller)
        caller.start()
      }
      return false
    },
  }
}

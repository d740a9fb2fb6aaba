/**
 * A cache of answers, each requested once at a time while a screen shows it. Nothing is requested
 * again automatically after a failure: the screen decides when (`states.tsx`).
 */
import type { Failure } from './api.ts'
import { createPace } from './pace.ts'

/** The key of an answer: its mode, and its store if there is one. */
export type Place = {
  readonly sandbox: boolean
  readonly storeId: string | undefined
  readonly path: string
}

type Entry = {
  readonly place: Place
  readonly watchers: Set<() => void>
  /** Undefined: not loaded. */
  data: unknown
  failure: Failure | undefined
  /** The time of `data`, in milliseconds since 1970; 0: never. */
  at: number
  /** It may be outdated by an event. */
  isInvalid: boolean
  /** Since when no screen shows it. */
  leftAt: number
  flight: AbortController | undefined
  /** Of the last request. */
  landing: Promise<void>
  /** It will be requested again: what happens until then is in that answer. */
  isDue: boolean
  readonly pace: ReturnType<typeof createPace>
}

type Looked = Pick<Entry, 'data' | 'failure' | 'at'> & { readonly isAsking: boolean }

const STALE_MS = 20_000
const KEPT_MS = 10 * 60_000
/** A burst of events comes within it. */
const BURST_MS = 100
const GAPS = { leastMs: 2_000, mostMs: 60_000, atOnce: 4 }

/** No screen shows it any more: a request in progress is cancelled, an old answer is dropped. */
function leave(all: Map<string, Entry>, entry: Entry, at: number): void {
  entry.flight?.abort()
  entry.isInvalid ||= entry.flight !== undefined
  entry.flight = undefined
  entry.leftAt = at
  for (const [key, each] of all) {
    if (!isWatched(each) && at - each.leftAt > KEPT_MS) all.delete(key)
  }
}

type Means = {
  readonly read: (place: Place, signal: AbortSignal) => Promise<unknown>
  readonly failureIn: (error: unknown) => Failure | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly wait: (ms: number) => Promise<unknown>
  /** Nobody sees the page. */
  readonly isHidden: () => boolean
}

const keyOf = ({ sandbox, storeId = '', path }: Place) => `${sandbox} ${storeId} ${path}`

const newEntry = (place: Place, at: number): Entry => ({
  ...{ place, watchers: new Set(), data: undefined, failure: undefined, at: 0 },
  ...{ isInvalid: false, leftAt: at, flight: undefined, landing: Promise.resolve() },
  ...{ isDue: false, pace: createPace(GAPS) },
})

const isWatched = ({ watchers }: Entry) => watchers.size > 0

/** What is the same is not drawn again. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function tell({ watchers }: Entry): void {
  for (const redraw of watchers) redraw()
}

/** How an answer is requested: at once, or in its turn. */
function createRequests({ read, failureIn, now, wait, isHidden }: Means) {
  /** A request in progress is sent again: it may have been answered before the change. */
  function ask(entry: Entry): Promise<void> {
    entry.landing = fly(entry)
    return entry.landing
  }

  async function fly(entry: Entry): Promise<void> {
    const flight = new AbortController()
    entry.flight?.abort()
    entry.flight = flight
    entry.isInvalid = false
    tell(entry)
    let learnt: Partial<Entry>
    try {
      const data = await read(entry.place, flight.signal)
      learnt = { data: isSame(data, entry.data) ? entry.data : data, failure: undefined, at: now() }
    } catch (error) {
      learnt = { failure: failureIn(error), isInvalid: true }
    }
    if (entry.flight !== flight) return
    Object.assign(entry, learnt, { flight: undefined })
    tell(entry)
  }

  const leftOf = ({ pace }: Entry) => pace.waitAt(now())

  /** What is being read is not given up for an event: it would never be shown. */
  async function askInTurn(entry: Entry): Promise<void> {
    entry.isDue = true
    await wait(BURST_MS)
    for (let left = leftOf(entry); left > 0; left = leftOf(entry)) {
      await wait(Math.min(left, GAPS.leastMs))
    }
    while (entry.flight !== undefined) await entry.landing
    entry.isDue = false
    if (!entry.isInvalid || !isWatched(entry) || isHidden()) return
    entry.pace.done(now())
    await ask(entry)
  }
  return { ask, askInTurn }
}

export function createAnswerCache(means: Means) {
  const { now, isHidden } = means
  const { ask, askInTurn } = createRequests(means)
  const all = new Map<string, Entry>()

  const isStale = ({ data, isInvalid, at }: Entry) =>
    data === undefined || isInvalid || now() - at >= STALE_MS

  function entryAt(place: Place): Entry {
    const entry = all.get(keyOf(place)) ?? newEntry(place, now())
    all.set(keyOf(place), entry)
    return entry
  }

  return {
    /** The cached answer; no request is sent. */
    look(place: Place): Looked {
      const entry = entryAt(place)
      const { data, failure, at, flight } = entry
      // The caller is about to watch it.
      const isAsking = flight !== undefined || (!isWatched(entry) && isStale(entry))
      return { data, failure: isAsking && data === undefined ? undefined : failure, at, isAsking }
    },
    /**
     * Requests it if it is not fresh; `redraw` is called for every change. Returns a function to
     * stop.
     */
    watch(place: Place, redraw: () => void): () => void {
      const entry = entryAt(place)
      entry.watchers.add(redraw)
      if (entry.flight === undefined && isStale(entry)) void ask(entry)
      return () => {
        entry.watchers.delete(redraw)
        if (!isWatched(entry)) leave(all, entry, now())
      }
    },
    reload: (place: Place): Promise<void> => ask(entryAt(place)),
    /** Shown answers are requested again, the others when they are shown. Resolves after that. */
    async invalidate(isMeant: (place: Place) => boolean): Promise<void> {
      const meant = [...all.values()].filter(({ place }) => isMeant(place))
      for (const entry of meant) entry.isInvalid = true
      await Promise.all(meant.filter(isWatched).map(ask))
    },
    /** As far as people see them, in turn; if events keep coming, ever less often. */
    outdate(isMeant: (place: Place) => boolean): void {
      for (const entry of all.values()) {
        if (!isMeant(entry.place)) continue
        entry.isInvalid = true
        entry.pace.wish(now())
        if (isWatched(entry) && !isHidden() && !entry.isDue) void askInTurn(entry)
      }
    },
    /** The user has returned: requests shown answers that are no longer fresh. */
    freshen(): void {
      for (const entry of all.values()) {
        if (isWatched(entry) && entry.flight === undefined && isStale(entry)) void ask(entry)
      }
    },
  }
}

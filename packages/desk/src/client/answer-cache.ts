/**
 * Answers that are known: kept for a while, and asked for once at a time while somebody looks.
 * Nothing is requested again by itself after a failure: the screen decides when (`states.tsx`).
 */
import type { Failure } from './api.ts'

/** What is asked for: of a mode, and of a store where one is named. */
export type Place = {
  readonly sandbox: boolean
  readonly storeId: string | undefined
  readonly path: string
}

type Entry = {
  readonly place: Place
  readonly watchers: Set<() => void>
  /** Undefined: nothing is known. */
  data: unknown
  failure: Failure | undefined
  /** Of `data`, in milliseconds since 1970; 0: never. */
  at: number
  /** Something has happened since. */
  isInvalid: boolean
  /** Since when nobody looks. */
  leftAt: number
  flight: AbortController | undefined
}

type Looked = Pick<Entry, 'data' | 'failure' | 'at'> & { readonly isAsking: boolean }

const STALE_MS = 20_000
const KEPT_MS = 10 * 60_000

/** Nobody looks any more: what is on its way is given up, what is long left is forgotten. */
function leave(all: Map<string, Entry>, entry: Entry, at: number): void {
  entry.flight?.abort()
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
}

const keyOf = ({ sandbox, storeId = '', path }: Place) => `${sandbox} ${storeId} ${path}`

const newEntry = (place: Place, at: number): Entry => ({
  ...{ place, watchers: new Set(), data: undefined, failure: undefined, at: 0 },
  ...{ isInvalid: false, leftAt: at, flight: undefined },
})

const isWatched = ({ watchers }: Entry) => watchers.size > 0

function tell({ watchers }: Entry): void {
  for (const redraw of watchers) redraw()
}

export function createAnswerCache({ read, failureIn, now }: Means) {
  const all = new Map<string, Entry>()

  const isStale = ({ data, isInvalid, at }: Entry) =>
    data === undefined || isInvalid || now() - at >= STALE_MS

  function entryAt(place: Place): Entry {
    const entry = all.get(keyOf(place)) ?? newEntry(place, now())
    all.set(keyOf(place), entry)
    return entry
  }

  /** Whatever was on its way is asked for anew: it may have been answered before what happened. */
  async function ask(entry: Entry): Promise<void> {
    const flight = new AbortController()
    entry.flight?.abort()
    entry.flight = flight
    tell(entry)
    let learnt: Partial<Entry>
    try {
      const data = await read(entry.place, flight.signal)
      learnt = { data, failure: undefined, at: now(), isInvalid: false }
    } catch (error) {
      learnt = { failure: failureIn(error), isInvalid: true }
    }
    if (entry.flight !== flight) return
    Object.assign(entry, learnt, { flight: undefined })
    tell(entry)
  }

  return {
    /** What is known of it now; nothing is asked. */
    look(place: Place): Looked {
      const entry = entryAt(place)
      const { data, failure, at, flight } = entry
      // The reader is about to watch it.
      const isAsking = flight !== undefined || (!isWatched(entry) && isStale(entry))
      return { data, failure: isAsking && data === undefined ? undefined : failure, at, isAsking }
    },
    /** Asks where it is not fresh; `redraw` hears of every change. Answers what ends it. */
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
    /** What is looked at is asked for again, the rest when somebody looks. Resolves after that. */
    async invalidate(isMeant: (place: Place) => boolean): Promise<void> {
      const meant = [...all.values()].filter(({ place }) => isMeant(place))
      for (const entry of meant) entry.isInvalid = true
      await Promise.all(meant.filter(isWatched).map(ask))
    },
    /** Somebody has come back: what is looked at and no longer fresh. */
    freshen(): void {
      for (const entry of all.values()) {
        if (isWatched(entry) && entry.flight === undefined && isStale(entry)) void ask(entry)
      }
    },
  }
}

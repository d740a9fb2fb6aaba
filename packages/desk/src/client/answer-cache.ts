/**
 * Answers that are known: kept for a while, and asked for once at a time while somebody looks.
 * Nothing is asked again by itself after a failure: whoever shows it knows when (`states.tsx`).
 */
import type { Failure } from './api.ts'

/** What is asked for: of a mode, and of a store where one is named. */
export type Place = {
  readonly sandbox: boolean
  readonly storeId: string | undefined
  readonly path: string
}

type Kept = {
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

type Looked = Pick<Kept, 'data' | 'failure' | 'at'> & { readonly isAsking: boolean }

const STALE_MS = 20_000
const KEPT_MS = 10 * 60_000

type Means = {
  readonly read: (place: Place, signal: AbortSignal) => Promise<unknown>
  readonly failureIn: (error: unknown) => Failure | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createAnswerCache({ read, failureIn, now }: Means) {
  const all = new Map<string, Kept>()

  const keyOf = ({ sandbox, storeId = '', path }: Place) => `${sandbox} ${storeId} ${path}`
  const isStale = ({ data, isInvalid, at }: Kept) =>
    data === undefined || isInvalid || now() - at >= STALE_MS
  const isWatched = ({ watchers }: Kept) => watchers.size > 0

  function keptAt(place: Place): Kept {
    const key = keyOf(place)
    const made = {
      ...{ place, watchers: new Set<() => void>(), data: undefined, failure: undefined, at: 0 },
      ...{ isInvalid: false, leftAt: now(), flight: undefined },
    }
    const kept = all.get(key) ?? made
    all.set(key, kept)
    return kept
  }

  function tell({ watchers }: Kept): void {
    for (const redraw of watchers) redraw()
  }

  /** Whatever was on its way is asked for anew: it may have been answered before what happened. */
  async function ask(kept: Kept): Promise<void> {
    const flight = new AbortController()
    kept.flight?.abort()
    kept.flight = flight
    tell(kept)
    let learnt: Partial<Kept>
    try {
      const data = await read(kept.place, flight.signal)
      learnt = { data, failure: undefined, at: now(), isInvalid: false }
    } catch (error) {
      learnt = { failure: failureIn(error), isInvalid: true }
    }
    if (kept.flight !== flight) return
    Object.assign(kept, learnt, { flight: undefined })
    tell(kept)
  }

  function leave(kept: Kept): void {
    kept.flight?.abort()
    kept.flight = undefined
    kept.leftAt = now()
    for (const [key, each] of all) {
      if (!isWatched(each) && now() - each.leftAt > KEPT_MS) all.delete(key)
    }
  }

  return {
    /** What is known of it now; nothing is asked. */
    look(place: Place): Looked {
      const kept = keptAt(place)
      const { data, failure, at, flight } = kept
      // Whoever looks is about to watch it.
      const isAsking = flight !== undefined || (!isWatched(kept) && isStale(kept))
      return { data, failure: isAsking && data === undefined ? undefined : failure, at, isAsking }
    },
    /** Asks where it is not fresh; `redraw` hears of every change. Answers what ends it. */
    watch(place: Place, redraw: () => void): () => void {
      const kept = keptAt(place)
      kept.watchers.add(redraw)
      if (kept.flight === undefined && isStale(kept)) void ask(kept)
      return () => {
        kept.watchers.delete(redraw)
        if (!isWatched(kept)) leave(kept)
      }
    },
    reload: (place: Place): Promise<void> => ask(keptAt(place)),
    /** What is looked at is asked for again, the rest when somebody looks. Resolves after that. */
    async invalidate(isMeant: (place: Place) => boolean): Promise<void> {
      const meant = [...all.values()].filter(({ place }) => isMeant(place))
      for (const kept of meant) kept.isInvalid = true
      await Promise.all(meant.filter(isWatched).map(ask))
    },
    /** Somebody has come back: what is looked at and no longer fresh. */
    freshen(): void {
      for (const kept of all.values()) {
        if (isWatched(kept) && kept.flight === undefined && isStale(kept)) void ask(kept)
      }
    },
  }
}

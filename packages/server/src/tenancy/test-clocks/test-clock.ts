/** The clock of a sandbox store that has one of its own. */
export type TestClock = {
  readonly storeId: string
  readonly shows: Date
  /** In real time: it runs on from there. Null: frozen. */
  readonly runsSince: Date | null
  /** The target of an advance in progress. */
  readonly target: Date | null
  /** It runs on after its arrival. */
  readonly runsOn: boolean
}

export type Shown = { readonly now: Date; readonly frozen: boolean }

/** The store's time at a real time; if real time went back, the clock stands still. */
export function timeOf({ shows, runsSince }: TestClock, real: Date): Date {
  if (runsSince === null) return shows
  return new Date(shows.getTime() + Math.max(0, real.getTime() - runsSince.getTime()))
}

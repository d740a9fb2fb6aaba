/** The time of a sandbox store that has one of its own. */
export type TestClock = {
  readonly storeId: string
  readonly shows: Date
  /** In the time of the world: it runs on from there. Null: frozen. */
  readonly runsSince: Date | null
  /** Where an advance is heading that has not arrived yet. */
  readonly target: Date | null
  /** It runs on when it has arrived. */
  readonly runsOn: boolean
}

export type Shown = { readonly now: Date; readonly frozen: boolean }

/** The store's time at a moment of the world's; a world that went back holds it where it was. */
export function timeOf({ shows, runsSince }: TestClock, real: Date): Date {
  if (runsSince === null) return shows
  return new Date(shows.getTime() + Math.max(0, real.getTime() - runsSince.getTime()))
}

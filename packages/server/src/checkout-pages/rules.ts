/**
 * Who may hold a page of the checkout in a frame. Invariant: at most one origin beside our own, and
 * none that its store has not allowed.
 */

/** Origins as browsers write them. */
export type HolderQuestion = {
  /** Named by whoever opens the page; undefined: nobody is, null: what is no origin. */
  readonly asked: string | null | undefined
  /** Ours always may. */
  readonly own: readonly string[]
  /** Undefined: whose checkout it is, is not known. */
  readonly store: HolderStore | undefined
}

export type HolderStore = {
  /** Of the site of the store, if it has one. */
  readonly site: string | undefined
  /** Of the pages that may use its public key; empty: all. */
  readonly origins: readonly string[]
}

/** The origin whose page may hold it; null: none may. */
export function decideHolder({ asked, own, store }: HolderQuestion): string | null {
  const origin = asked === undefined ? store?.site : asked
  if (origin === undefined || origin === null) return null
  if (own.includes(origin)) return origin
  const allowed =
    store !== undefined && (store.origins.length === 0 || store.origins.includes(origin))
  return allowed ? origin : null
}

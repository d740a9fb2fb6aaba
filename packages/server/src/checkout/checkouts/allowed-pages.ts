/**
 * The origins that a store allows for the pages of one checkout, or for its key if no checkout is
 * named.
 */
export type PageRules = {
  /** Live mode on a server that is not a demo. */
  readonly live: boolean
  /** Of the site of the store, if it has one. */
  readonly site: string | undefined
  /** Of the pages that may use its public key; empty: it names none. */
  readonly origins: readonly string[]
  /** Of the absolute return addresses of the checkout. */
  readonly returns: readonly string[]
}

/**
 * Whether a page of this origin may hold the checkout in a frame, or have a token of it for a
 * public key (contract §12.9). Our own page always may: ask that first.
 */
export function allowsOrigin(
  { live, site, origins, returns }: PageRules,
  origin: string | undefined,
): boolean {
  if (origin === undefined) return !live
  if (origins.length > 0) return origins.includes(origin)
  return !live || origin === site || returns.includes(origin)
}

/**
 * Which pages may use a checkout. Invariant: at most one origin beside our own may hold it, and
 * none that its store has not allowed.
 */
import { allowsOrigin, type PageRules } from '../checkouts/allowed-pages.ts'

/** Origins as browsers write them. */
export type HolderQuestion = {
  /** The origin that the opening page names; undefined: none, null: not an origin. */
  readonly requested: string | null | undefined
  /** Ours always may. */
  readonly own: readonly string[]
  /** Undefined: whose checkout it is, is not known. */
  readonly store: PageRules | undefined
}

/** The origin whose page may hold it; null: none may. */
export function decideHolder({ requested, own, store }: HolderQuestion): string | null {
  const origin = requested === undefined ? store?.site : requested
  if (origin === undefined || origin === null) return null
  if (own.includes(origin)) return origin
  return store !== undefined && allowsOrigin(store, origin) ? origin : null
}

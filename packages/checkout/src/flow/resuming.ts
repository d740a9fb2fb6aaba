/** Where the buyer goes on after a reload, by what the tab has kept. Pure. */
import type { Model, Place } from './model.ts'
import type { Offer, Progress } from './types.ts'

/** Nothing of the buyer himself. */
export type Kept = {
  readonly place?: Place
  /** `<product>-<num_instalments>` */
  readonly chosen?: string
}

export const offerName = ({ product, num_instalments: count }: Offer): string =>
  `${product}-${count}`

/** The server has all that a signature needs. */
export function isKnown(buyer: Progress['buyer']): boolean {
  if (buyer === null) return false
  const { email: _, ...needed } = buyer
  return Object.values(needed).every((value) => value !== null && value !== '')
}

/** The choice is kept where it is still offered, and the step where what it needs is there. */
export function resumed(
  { chosen, place, saved, offers: before, progress }: Model,
  offers: readonly Offer[],
  kept: Kept,
): Pick<Model, 'chosen' | 'place' | 'saved'> {
  const name = chosen === null ? kept.chosen : offerName(chosen)
  const found = offers.find((offer) => offerName(offer) === name) ?? null
  const wanted = before === null ? (kept.place ?? place) : place
  // The store may know all of him; what he has not been asked about he has not confirmed.
  const known = saved || (wanted === 'signature' && isKnown(progress?.buyer ?? null))
  if (found === null) return { chosen: null, place: 'offers', saved: known }
  return { chosen: found, place: wanted === 'signature' && !known ? 'data' : wanted, saved: known }
}

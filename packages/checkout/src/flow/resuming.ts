/** Where the buyer continues after a reload, from the tab's storage. Pure. */
import type { Model, Place } from './model.ts'
import type { BuyerDraft, Card, Offer, Progress } from './types.ts'

/**
 * Of the buyer only unsent input, and the token of a card: never its number. Both are deleted when
 * the checkout ends or is left.
 */
export type StoredFlow = {
  readonly place?: Place
  readonly typed?: BuyerDraft | undefined
  readonly card?: Card | undefined
  /** `<product>-<num_instalments>` */
  readonly chosen?: string
}

export const offerName = ({ product, num_instalments: count }: Offer): string =>
  `${product}-${count}`

/** The server has all data for a signature. */
function isKnown(buyer: Progress['buyer']): boolean {
  if (buyer === null) return false
  const { email: _, ...needed } = buyer
  return Object.values(needed).every((value) => value !== null && value !== '')
}

/** The choice is restored if it is still offered, and the step if its data exist. */
export function resumed(
  { card, chosen, place, saved, typed, offers: before, progress }: Model,
  offers: readonly Offer[],
  stored: StoredFlow,
): Pick<Model, 'card' | 'chosen' | 'place' | 'saved' | 'typed'> {
  const name = chosen === null ? stored.chosen : offerName(chosen)
  const match = offers.find((offer) => offerName(offer) === name) ?? null
  const wanted = before === null ? (stored.place ?? place) : place
  // The store may know all of them; answers that were not requested are not confirmed.
  const known = saved || (wanted === 'signature' && isKnown(progress?.buyer ?? null))
  const again = before === null ? stored : {}
  const filled = { card: card ?? again.card ?? null, typed: typed ?? again.typed ?? null }
  if (match === null) return { ...filled, chosen: null, place: 'offers', saved: known }
  const at = wanted === 'signature' && !known ? 'data' : wanted
  return { ...filled, chosen: match, place: at, saved: known }
}

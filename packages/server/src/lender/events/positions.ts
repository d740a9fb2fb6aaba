/**
 * Positions of the lender's deliveries. An action has a place in its chain, and may have made
 * several events: each has the place times 10,000, plus its number. So deliveries need no numbers
 * of their own, and a position never changes, no matter who subscribes to which types.
 */
import { assert } from '../../platform/refusal.ts'

/** More events than any action writes. */
export const PLACE_STEP = 10_000

type OfAction = { readonly action: { readonly place: number }; readonly number: number }

export function positionOf({ action, number }: OfAction): number {
  assert(number < PLACE_STEP - 1, `${number} events of one action`)
  return action.place * PLACE_STEP + number
}

/** The position up to which a stream was published, whose actions were up to that place. */
export const endOf = (place: number): number => place * PLACE_STEP + PLACE_STEP - 1

export const placeOf = (position: number): number => Math.floor(position / PLACE_STEP)

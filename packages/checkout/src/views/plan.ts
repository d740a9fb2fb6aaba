/** Properties of a plan that follow from its offer. Pure. */
import type { Offer } from '../flow/types.ts'

export type Payment = Offer['schedule'][number]

/**
 * The amount due with the signature: the down payment, and the first of four parts. The others are
 * due after the store has shipped, whenever that is.
 */
export function dueWithSignature({ product, schedule }: Offer): number {
  return schedule
    .filter(({ number }) => isDueWithSignature(product, number))
    .reduce((sum, { amount }) => sum + amount, 0)
}

export function isDueWithSignature(product: Offer['product'], number: number): boolean {
  return number === 0 || (product === 'pay_in_4' && number === 1)
}

/** All payments except the down payment, in order. */
export function instalmentsOf({ schedule }: Offer): readonly Payment[] {
  return schedule.filter(({ number }) => number > 0)
}

export function isFree({ total_interest, total_fees }: Offer): boolean {
  return total_interest + total_fees === 0
}

type CostGroup = { readonly cost: 'free' | 'costly'; readonly offers: readonly Offer[] }

/**
 * Free plans before plans with interest or fees, whatever their kind; otherwise in the given order.
 */
export function byCost(offers: readonly Offer[]): readonly CostGroup[] {
  const groups = [
    { cost: 'free', offers: offers.filter(isFree) },
    { cost: 'costly', offers: offers.filter((offer) => !isFree(offer)) },
  ] as const
  return groups.filter((group) => group.offers.length > 0)
}

export function nameOf({ product, num_instalments }: Offer): string {
  return `${product}-${num_instalments}`
}

export function isSame(one: Offer, other: Offer | null): boolean {
  return other !== null && nameOf(one) === nameOf(other)
}

/** The first payment after the signature. */
export function nextPayment(offer: Offer): Payment | undefined {
  return offer.schedule.find(({ number }) => !isDueWithSignature(offer.product, number))
}

type Shortened = {
  readonly before: readonly Payment[]
  /** Omitted between them; all of the same amount. */
  readonly between: { readonly count: number; readonly amount: number } | null
  readonly after: readonly Payment[]
}

const SHOWN_MAX = 5

/** A schedule short enough for a glance, with a short text for the omitted payments. */
export function shortened(schedule: readonly Payment[]): Shortened {
  const middle = schedule.slice(2, -1)
  const amounts = new Set(middle.map(({ amount }) => amount))
  const [amount] = amounts
  if (schedule.length <= SHOWN_MAX || amounts.size !== 1 || amount === undefined)
    return { before: schedule, between: null, after: [] }
  return {
    before: schedule.slice(0, 2),
    between: { count: middle.length, amount },
    after: schedule.slice(-1),
  }
}

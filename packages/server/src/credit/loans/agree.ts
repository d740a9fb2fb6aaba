/** The terms of a loan agreed at the signature, whatever the store's settings become. */
import { type Product, rate, ZERO } from '@svc/api'
import type { OrderDetails } from '../../kernel/details/details.ts'
import type { Offer } from '../../model/financing/offers.ts'
import type { LoanTerms } from '../../model/loan/loan.ts'
import type { Opening } from '../../model/loan/open.ts'
import type { Order } from '../../model/order/order.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { assert } from '../../platform/refusal.ts'
import { type Day, dayOf } from '../../platform/time/calendar.ts'

const TERM_DAYS: Readonly<Record<Product, number | null>> = {
  instalments: null,
  pay_in_4: 30,
  pay_later: 15,
}

/** Terms of a store that has not set its own. */
export function standardTerms(product: Product, timeZone: string): LoanTerms {
  return {
    timeZone,
    product,
    nominalRate: rate(0),
    termDays: TERM_DAYS[product],
    spread: 'spread',
    openingFee: ZERO,
    lateCharge: ZERO,
    retryDays: [2, 5, 10],
    lateAfterDays: 3,
    writeOffAfterDays: 180,
    eventOn: null,
  }
}

/** The offer's terms of the loan, beside defaults for a store without its own. */
function signedTerms(offer: Offer, timeZone: string): LoanTerms {
  return {
    ...standardTerms(offer.product, timeZone),
    nominalRate: rate(offer.nominal_rate),
    termDays: offer.term_days,
    openingFee: offer.total_fees,
    lateCharge: offer.late_charge,
  }
}

export function agreedTerms(store: Store, offer: Offer, eventOn: Day | null): LoanTerms {
  const { collection, refund_spread } = store.settings
  return {
    ...signedTerms(offer, store.timeZone),
    spread: refund_spread,
    retryDays: collection.retry_days,
    lateAfterDays: collection.late_after_days,
    writeOffAfterDays: collection.write_off_after_days,
    eventOn,
  }
}

/** The initial loan of an order that is confirmed at this moment. */
export function openingOf(
  { storeId, id: orderId, sandbox, verifiedAt }: Order,
  { offer, loanTerms }: Pick<OrderDetails, 'offer' | 'loanTerms'>,
  at: Date,
): Opening {
  assert(offer !== null, `order ${orderId} is confirmed and not signed`)
  assert(loanTerms !== null, `order ${orderId} was signed without terms`)
  for (const amount of [loanTerms.openingFee, loanTerms.lateCharge]) {
    assert(Number.isSafeInteger(amount), `the terms of order ${orderId} have a fee of ${amount}`)
  }
  const confirmedOn = dayOf(at, loanTerms.timeZone)
  // The papers came with the signature, which the identity check may have followed.
  const receivedOn = verifiedAt === null ? confirmedOn : dayOf(verifiedAt, loanTerms.timeZone)
  const of = { storeId, orderId, sandbox, confirmedOn, receivedOn }
  return { ...loanTerms, ...of, plan: planOf(offer) }
}

function planOf({ product, schedule }: Offer): Opening['plan'] {
  if (product === 'pay_later') return []
  return schedule.map(({ number, capital, interest }) => ({ number, capital, interest }))
}

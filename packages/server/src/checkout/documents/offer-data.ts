/** The one place where an offer becomes what documents say of it. */
import { add, type Cents, cents, rate, ZERO } from '@svc/api'
import type { Offer } from '../../model/financing/offers.ts'
import { addDays, addMonths, type Day } from '../../platform/time/calendar.ts'
import type { DocumentOffer, DocumentPayment } from './document-data.ts'

/** Orders store offers of earlier versions, which lack members that did not exist then. */
type StoredOffer = Partial<Pick<Offer, 'annual_equivalent' | 'downpayment_amount' | 'total_fees'>>
type StoredPayment = Partial<Pick<Offer['schedule'][number], 'due_date' | 'fee'>>

type Agreed = {
  /** The day that dates are counted from where the offer has none. */
  readonly startsOn: Day
  readonly lateCharge: Cents
}

export function documentOfferOf(offer: Offer, { startsOn, lateCharge }: Agreed): DocumentOffer {
  const { annual_equivalent, downpayment_amount, total_fees }: StoredOffer = offer
  const schedule = offer.schedule.map((payment): DocumentPayment => {
    const { number, amount, capital, interest } = payment
    const { due_date: due, fee = ZERO }: StoredPayment = payment
    const dueDate = due ?? dueDateOf(offer, { number, startsOn })
    return { number, dueDate, amount, capital, interest, fee }
  })
  return {
    product: offer.product,
    numInstalments: offer.num_instalments,
    nominalRate: rate(offer.nominal_rate),
    annualEquivalent: annual_equivalent ?? null,
    downpaymentAmount: downpayment_amount ?? ZERO,
    totalInterest: offer.total_interest,
    totalFees: total_fees ?? ZERO,
    totalAmount: offer.total_amount,
    savedInterest: add(ZERO, ...(offer.discounts ?? []).map(({ amount }) => cents(amount))),
    lateCharge,
    termDays: offer.term_days,
    schedule,
  }
}

type Payment = { readonly number: number; readonly startsOn: Day }

function dueDateOf({ product, term_days: days }: Offer, { number, startsOn }: Payment): Day {
  if (product === 'instalments') return addMonths(startsOn, number)
  if (product === 'pay_in_4') return addDays(startsOn, (number - 1) * (days ?? 0))
  return addDays(startsOn, days ?? 0)
}

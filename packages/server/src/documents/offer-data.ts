/** The one place where an offer becomes what documents say of it. */
import { add, type Cents, cents, rate, ZERO } from '@svc/api'
import { addDays, addMonths, type Day } from '../calendar.ts'
import type { Offer } from '../financing/offers.ts'
import type { DocumentOffer, DocumentPayment } from './document-data.ts'

/** What offers of earlier versions, as orders keep them, do not say. */
type Later = {
  readonly annual_equivalent?: number
  readonly downpayment_amount?: Cents
  readonly total_fees?: Cents
  readonly late_charge?: Cents
}
type LaterPayment = { readonly due_date?: Day; readonly fee?: Cents }

/** `on` is the day that dates are counted from where the offer has none. */
export function documentOfferOf(offer: Offer, on: Day): DocumentOffer {
  const later: Offer & Later = offer
  const schedule = offer.schedule.map((payment): DocumentPayment => {
    const { number, amount, capital, interest } = payment
    const { due_date: due, fee = ZERO }: typeof payment & LaterPayment = payment
    const dueDate = due ?? dueDateOf(offer, { number, on })
    return { number, dueDate, amount, capital, interest, fee }
  })
  return {
    product: offer.product,
    numInstalments: offer.num_instalments,
    nominalRate: rate(offer.nominal_rate),
    annualEquivalent: later.annual_equivalent === undefined ? null : rate(later.annual_equivalent),
    downpaymentAmount: later.downpayment_amount ?? ZERO,
    totalInterest: offer.total_interest,
    totalFees: later.total_fees ?? ZERO,
    totalAmount: offer.total_amount,
    savedInterest: add(ZERO, ...(offer.discounts ?? []).map(({ amount }) => cents(amount))),
    lateCharge: later.late_charge ?? ZERO,
    termDays: offer.term_days,
    schedule,
  }
}

function dueDateOf(
  { product, term_days: days }: Offer,
  { number, on }: { number: number; on: Day },
) {
  if (product === 'instalments') return addMonths(on, number)
  if (product === 'pay_in_4') return addDays(on, (number - 1) * (days ?? 0))
  return addDays(on, days ?? 0)
}

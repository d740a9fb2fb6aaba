import { type Buyer, type Cents, max, ZERO } from '@svc/api'
import type { Offer } from '../../model/financing/offers.ts'
import type { Order } from '../../model/order/order.ts'
import { readDocument } from '../../model/people/document.ts'
import type { Store } from '../../model/stores/store-account.ts'
import type { Reader } from '../../platform/database/database.ts'
import { dayOf } from '../../platform/time/calendar.ts'
import { documentOf } from '../buyers/buyer.ts'
import type { DecisionInputs } from './decision.ts'
import { ageOn, incomeOf } from './rules.ts'
import { getPast } from './store.ts'

const DAY_MS = 24 * 3_600_000
/** As long an overturned refusal lifts its reasons. */
const OVERTURNED_DAYS = 30

/** What is about to be judged: the data and the plan, as they are or would be signed. */
export type Signature = {
  readonly store: Store
  readonly order: Order
  /** With their document in its canonical form. */
  readonly buyer: Buyer
  /** Null: they sign for the first time. */
  readonly buyerId: string | null
  readonly offer: Offer
  readonly at: Date
}

/** A down payment is paid at once, and of no month's income. */
export function highestPayment({ schedule }: Offer): Cents {
  const monthly = schedule.filter(({ number }) => number > 0)
  return monthly.reduce((highest, { amount }) => max(highest, amount), ZERO)
}

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS)

/** What is judged of a signature; under the buyer's lock it stays so until the commit. */
export async function getInputs(reader: Reader, signature: Signature): Promise<DecisionInputs> {
  const { store, order, buyer, buyerId, offer, at } = signature
  const { storeId, sandbox, id: orderId, currency } = order
  const past = await getPast(reader, {
    storeId,
    sandbox,
    orderId,
    buyerId,
    currency,
    attemptsSince: daysBefore(at, 1),
    overturnedSince: daysBefore(at, OVERTURNED_DAYS),
  })
  const { country, type } = documentOf(buyer.document_id)
  const valid = readDocument(buyer.document_id) !== undefined
  return {
    amount: order.totalAmount,
    currency,
    product: offer.product,
    num_instalments: offer.num_instalments,
    highest_payment: highestPayment(offer),
    age: ageOn(buyer.birthday, dayOf(at, store.timeZone)),
    document: { country, type, check_letter: valid ? 'valid' : 'invalid' },
    income: incomeOf(buyer.income),
    ...past,
    limits: store.settings.decision,
  }
}

import { type Buyer, type Cents, cents, max, ZERO } from '@svc/api'
import { exposureOf, standardPolicy } from '../../model/exposure/rules.ts'
import type { Offer } from '../../model/financing/offers.ts'
import type { Order } from '../../model/order/order.ts'
import { documentOf, readDocument } from '../../model/people/document.ts'
import type { Store } from '../../model/stores/store-account.ts'
import type { Reader } from '../../platform/database/database.ts'
import { dayOf } from '../../platform/time/calendar.ts'
import { findPolicy } from '../exposure/store.ts'
import type { DecisionInputs } from './decision.ts'
import { ageOn, incomeOf } from './rules.ts'
import { getPast, getPersonPast } from './store.ts'

const DAY_MS = 24 * 3_600_000
/** As long an overturned refusal lifts its reasons. */
const OVERTURNED_DAYS = 30

/** The values to be judged: the data and the plan, as they are or would be signed. */
export type Signature = {
  readonly store: Store
  readonly order: Order
  /** With their document in its canonical form. */
  readonly buyer: Buyer
  /** Null: they sign for the first time. */
  readonly buyerId: string | null
  /** Null: nobody has signed for them yet, at any store. */
  readonly personId: string | null
  readonly offer: Offer
  readonly at: Date
}

/** A down payment is paid at signing, and not from a month's income. */
export function highestPayment({ schedule }: Offer): Cents {
  const monthly = schedule.filter(({ number }) => number > 0)
  return monthly.reduce((highest, { amount }) => max(highest, amount), ZERO)
}

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS)

/** The judged values of a signature; while the person is locked they stay so until the commit. */
export async function getInputs(reader: Reader, signature: Signature): Promise<DecisionInputs> {
  const { store, order, buyer, buyerId, personId, offer, at } = signature
  const { storeId, sandbox, id: orderId, currency } = order
  const limits = store.settings.decision
  const query = {
    ...{ storeId, sandbox, orderId, buyerId, currency },
    attemptsSince: daysBefore(at, 1),
    overturnedSince: daysBefore(at, OVERTURNED_DAYS),
  }
  const [past, personPast, policy = standardPolicy(currency)] = await Promise.all([
    getPast(reader, query),
    getPersonPast(reader, personId, { ...query, at }),
    findPolicy(reader),
  ])
  const signed = {
    amount: order.totalAmount,
    currency,
    openAmountMax: cents(limits.open_amount_max),
  }
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
    limits,
    lender: exposureOf(personPast, policy, signed),
  }
}

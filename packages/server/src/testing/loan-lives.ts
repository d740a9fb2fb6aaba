/** Loans that have lived, made by the operations themselves, each in a store of its own. */
import { cents, type Product } from '@svc/api'
import { receivePayment } from '../credit/loans/receive-payment.ts'
import { repayEarly } from '../credit/loans/repay-early.ts'
import { takePaymentBack } from '../credit/loans/take-payment-back.ts'
import { withdrawFromLoan } from '../credit/loans/withdraw-from-loan.ts'
import type { Order } from '../model/order/order.ts'
import { standardSettings } from '../model/stores/new-store.ts'
import { captureOrder } from '../orders/captures/capture-order.ts'
import { cancelOrder } from '../orders/editing/cancel-order.ts'
import { refundOrder } from '../orders/refunds/refund-order.ts'
import { voidOrder } from '../orders/voids/void-order.ts'
import type { Database } from '../platform/database/database.ts'
import { openPaymentShop, type PaymentShop } from './payment-shop.ts'

export const GOOD_CARD = '4111111111111111'
export const POOR_CARD = '4000000000009995'
/** It has no funds at the second charge. */
const FAILING_ONCE = '4000000000002008'
const DAY = 86_400
const TOTALS = { instalments: 120_000, pay_in_4: 60_000, pay_later: 60_000 }

type Lent = Pick<Order, 'id' | 'storeId'> & { readonly shop: PaymentShop }

/** With an opening fee, a down payment and late charges; what fails is charged again too late. */
const settings = {
  products: standardSettings.products.map((terms) => ({
    ...terms,
    opening_fee_fixed: 500,
    late_charge: 300,
    ...(terms.type === 'instalments' ? { downpayment_rate: 1_000 } : {}),
  })),
  collection: { retry_days: [5], late_after_days: 3, write_off_after_days: 120 },
}

/** A confirmed order, what is due at once charged, five sixths of it captured. */
async function captured(database: Database, card: string, product: Product): Promise<Lent> {
  const shop = await openPaymentShop(database, settings)
  const id = await shop.waiting(TOTALS[product])
  const state = await shop.sign(id, card, product)
  if (state !== 'confirmation_required') throw new Error(`the order is ${state}`)
  shop.pass(1)
  await shop.confirm()
  await shop.collect()
  const { writing, caller } = shop.scenario
  await captureOrder(writing, caller, { ref: id, amount: cents((TOTALS[product] / 6) * 5) })
  return { id, storeId: caller.store.id, shop }
}

async function passDays({ shop }: Lent, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    shop.pass(DAY)
    await shop.collect()
  }
}

async function pay({ shop, id }: Lent, amount: number): Promise<string> {
  const { writing, caller } = shop.scenario
  await receivePayment(writing, caller, { ref: id, amount: cents(amount), spread: 'spread' })
  return (await shop.payments(id)).at(-1)?.id ?? ''
}

async function refund({ shop, id }: Lent, amount: number): Promise<void> {
  const { writing, caller } = shop.scenario
  await refundOrder(writing, caller, { ref: id, amount: cents(amount) })
}

/**
 * The first instalment was charged in vain, became late, and was paid; of two transfers one was
 * taken back; the second instalment is late.
 */
export async function lentOrder(database: Database): Promise<Lent> {
  const lent = await captured(database, FAILING_ONCE, 'instalments')
  const { writing, caller } = lent.shop.scenario
  await refund(lent, 5_000)
  await voidOrder(writing, caller, { ref: lent.id, amount: cents(2_000) })
  await passDays(lent, 38)
  await pay(lent, 3_000)
  lent.shop.pass(1)
  const paymentId = await pay(lent, 1_500)
  await takePaymentBack(writing, caller, { ref: lent.id, paymentId })
  await passDays(lent, 31)
  return lent
}

/** The bank takes back what was paid last. */
async function takeLastBack({ shop, id }: Lent): Promise<void> {
  const paymentId = (await shop.payments(id)).at(-1)?.id ?? ''
  await takePaymentBack(shop.scenario.writing, shop.scenario.caller, { ref: id, paymentId })
}

/** Cancelled in the end, and all that was paid was given back. */
export async function repaidOrder(database: Database): Promise<Lent> {
  const lent = await lentOrder(database)
  const { writing, caller } = lent.shop.scenario
  await cancelOrder(writing, caller, lent.id)
  await passDays(lent, 4)
  return lent
}

/** Every end that a loan can come to. */
export async function endedOrders(database: Database): Promise<readonly Lent[]> {
  const orders = [await lentOrder(database), await repaidOrder(database)]
  const withdrawn = await captured(database, GOOD_CARD, 'instalments')
  await passDays(withdrawn, 5)
  const { writing, caller } = withdrawn.shop.scenario
  await withdrawFromLoan(writing, caller, withdrawn.id)
  await refund(withdrawn, 10_000)
  await passDays(withdrawn, 31)

  const lost = await captured(database, POOR_CARD, 'pay_in_4')
  await passDays(lost, 135)
  await pay(lost, 7_000)
  await refund(lost, 50_000)
  await passDays(lost, 5)

  const later = await captured(database, GOOD_CARD, 'pay_later')
  await pay(later, 30_000)
  await captureOrder(later.shop.scenario.writing, later.shop.scenario.caller, {
    ref: later.id,
    amount: cents(10_000),
  })
  await refund(later, 40_000)
  await refund(later, 15_000)
  await passDays(later, 20)

  const early = await captured(database, GOOD_CARD, 'instalments')
  await passDays(early, 40)
  const spread = 'next'
  const { writing: by, caller: of } = early.shop.scenario
  await repayEarly(by, of, { ref: early.id, amount: 20_000, spread })
  await repayEarly(by, of, { ref: early.id, amount: undefined, spread })
  await passDays(early, 31)

  const recalled = await captured(database, GOOD_CARD, 'instalments')
  await passDays(recalled, 10)
  const whole = { ref: recalled.id, amount: undefined, spread } as const
  await repayEarly(recalled.shop.scenario.writing, recalled.shop.scenario.caller, whole)
  await passDays(recalled, 3)
  await takeLastBack(recalled)
  await passDays(recalled, 40)
  return [...orders, withdrawn, lost, later, early, recalled]
}

import { type CreateCheckout, cents } from '@svc/api'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { createCheckout } from '../../checkout/checkouts/create-checkout.ts'
import { saveBuyer } from '../../checkout/checkouts/save-buyer.ts'
import { findOrder } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { captureOrder } from '../../orders/captures/capture-order.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'

type DemoOrders = {
  readonly database: Database
  readonly writing: Writing
  readonly store: Store
  /** The demo's own inbox for notifications, whatever the base URL. */
  readonly inboxUrl: string
  readonly wake: () => void
  readonly pause: () => Promise<unknown>
}

/** Example baskets: the goods, and their amounts (minor units). The last two have been shipped. */
const baskets: readonly (readonly [string, number])[] = [
  ['Sofa', 129_900],
  ['Bicycle', 84_900],
  ['Laptop', 149_900],
  ['Washing machine', 54_900],
  ['Dining table', 72_500],
  ['Camera', 99_900],
  ['Mattress', 61_900],
  ['Guitar', 45_000],
  ['Telescope', 52_300],
  ['Coffee machine', 67_800],
  ['Wardrobe', 88_000],
  ['Television', 110_000],
  ['Tent', 40_000],
  ['Running shoes and watch', 43_500],
]
const SHIPPED = 2
const CONFIRMED_TRIES_MAX = 100

/**
 * Example orders in one mode, made by the very operations that stores and buyers use. Those that
 * exist stay.
 */
export async function prepareOrders(demo: DemoOrders, sandbox: boolean): Promise<boolean> {
  const caller = { store: demo.store, sandbox }
  const mids = baskets.map((_, index) => `demo-${index + 1}`)
  const missing: number[] = []
  for (const [index, mid] of mids.entries()) {
    const order = await find(demo, caller, mid)
    if (order === undefined || order.state === 'in_process' || order.state === 'ko')
      missing.push(index)
  }
  for (const index of missing) await placeOrder(demo, caller, index)
  demo.wake()
  if (!(await allConfirmed(demo, caller, mids))) return false
  for (const index of missing.filter((each) => each >= baskets.length - SHIPPED))
    await ship(demo, caller, index)
  return true
}

function find(
  { database }: DemoOrders,
  { store, sandbox }: Caller,
  mid: string,
): Promise<Order | undefined> {
  return findOrder(database, { storeId: store.id, sandbox, ref: mid })
}

async function placeOrder(
  { writing, inboxUrl }: DemoOrders,
  caller: Caller,
  index: number,
): Promise<void> {
  const [name = '', amount = 0] = baskets[index] ?? []
  const body: CreateCheckout = {
    merchant: { notification_url: inboxUrl },
    order: {
      id: `demo-${index + 1}`,
      currency: 'EUR',
      total_amount: amount,
      articles: [{ id: `article-${index + 1}`, name, quantity: 1, price: amount }],
    },
    customer: { email: `buyer${index + 1}@example.com`, first_name: 'Ada', last_name: 'Prueba' },
  }
  const { id: checkoutId } = await createCheckout(writing, caller, { body, request: { ...body } })
  const buyer = {
    first_name: 'Ada',
    last_name: 'Prueba',
    phone: '600000000',
    birthday: '1990-01-01',
    document_id: '12345678Z',
  }
  const signing = { ...writing, demo: true }
  await saveBuyer(signing, caller, { checkoutId, buyer })
  await acceptCheckout(signing, caller, { checkoutId, wish: { product: 'instalments' } })
}

async function allConfirmed(
  demo: DemoOrders,
  caller: Caller,
  mids: readonly string[],
): Promise<boolean> {
  for (let tries = 0; tries < CONFIRMED_TRIES_MAX; tries++) {
    const orders = await Promise.all(mids.map((mid) => find(demo, caller, mid)))
    if (orders.every((order) => order !== undefined && order.confirmedAt !== null)) return true
    await demo.pause()
  }
  return false
}

async function ship({ writing }: DemoOrders, caller: Caller, index: number): Promise<void> {
  const ref = `demo-${index + 1}`
  const [, amount = 0] = baskets[index] ?? []
  await captureOrder(writing, caller, { ref, amount: cents(amount) })
  await refundOrder(writing, caller, { ref, amount: cents(5_000) })
}

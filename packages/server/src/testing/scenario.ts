/**
 * A store and its orders, made by the operations themselves: what tests without HTTP begin with.
 */
import { type CreateCheckout, cents, type Product } from '@svc/api'
import { acceptCheckout } from '../checkout/checkouts/accept-checkout.ts'
import { createCheckout } from '../checkout/checkouts/create-checkout.ts'
import { findOrder } from '../kernel/orders/store.ts'
import type { Order } from '../model/order/order.ts'
import { newStore } from '../model/stores/new-store.ts'
import type { StoreSettings } from '../model/stores/store-account.ts'
import { captureOrder } from '../orders/captures/capture-order.ts'
import { claimDue } from '../orders/notifications/claim-due.ts'
import { settleAttempt } from '../orders/notifications/settling.ts'
import type { Database } from '../platform/database/database.ts'
import { createIds } from '../platform/ids.ts'
import { createVault } from '../platform/secrets/vault.ts'
import { asReal, type Clock, systemClock } from '../platform/time/clock.ts'
import type { Caller, Clocks, RealWriting } from '../tenancy/caller/context.ts'
import { createStore } from '../tenancy/stores/create-store.ts'
import { formatKey } from '../tenancy/stores/key-format.ts'
import { testClocks } from './test-clocks.ts'

export type Scenario = {
  readonly caller: Caller
  readonly privateKey: string
  readonly writing: RealWriting & { readonly clocks: Clocks }
  /** An order that waits in the checkout. */
  checkout(amount: number, currency?: string): Promise<Order>
  /** An order that its buyer signed and its store confirmed. */
  confirmed(amount: number, product?: Product, currency?: string): Promise<Order>
  capture(order: Order, amount: number): Promise<string>
}

export const buyer = {
  first_name: 'Ada',
  last_name: 'Prueba',
  phone: '600000000',
  birthday: '1990-01-01',
  document_id: '12345678Z',
}

export type ScenarioOptions = {
  readonly clock?: Clock
  readonly settings?: Partial<StoreSettings>
}

export async function createScenario(
  database: Database,
  { clock = systemClock, settings = {} }: ScenarioOptions = {},
): Promise<Scenario> {
  const ids = createIds(clock)
  const clocks = testClocks(database, { clock, ids })
  const writing = { writer: database, clock: asReal(clock), ids, clocks }
  const vault = createVault('a secret key of the tests')
  const standard = newStore({
    id: ids.next(),
    name: 'Store',
    notificationUrl: 'https://store.example.com/notifications',
    products: [],
  })
  const store = { ...standard, settings: { ...standard.settings, ...settings } }
  const privateKey = formatKey('private', ids.bytes(32))
  const publicKey = formatKey('public', ids.bytes(32))
  await createStore(writing, { store, privateKey, publicKey, vault })
  const caller = { store, sandbox: true }

  function checkout(amount: number, currency = 'EUR'): Promise<Order> {
    const article = { id: 'article', name: 'Bicycle', quantity: 1, price: amount }
    const order = { id: ids.next(), currency, total_amount: amount, articles: [article] }
    const body: CreateCheckout = { order, customer: { email: 'ada@example.com' } }
    return createCheckout(writing, caller, { body, request: { ...body } })
  }

  async function confirmed(
    amount: number,
    product: Product = 'instalments',
    currency = 'EUR',
  ): Promise<Order> {
    const { id: checkoutId } = await checkout(amount, currency)
    await acceptCheckout(writing, caller, { checkoutId, wish: { product }, buyerOf: () => buyer })
    for (const notification of await claimDue(writing, 100)) {
      const attempt = {
        startedAt: writing.clock.now(),
        durationMs: 1,
        status: 200,
        failure: null,
        response: '{"status":"ok"}',
      }
      await settleAttempt(writing, { notification, attempt, verdict: 'ok', retryAfter: undefined })
    }
    const order = await findOrder(database, { storeId: store.id, sandbox: true, ref: checkoutId })
    if (order?.state !== 'confirmed') throw new Error(`the order is ${order?.state}`)
    return order
  }

  return {
    caller,
    privateKey,
    writing,
    checkout,
    confirmed,
    async capture(order, amount) {
      const input = { ref: order.id, amount: cents(amount) }
      return (await captureOrder(writing, caller, input)).capture.id
    },
  }
}

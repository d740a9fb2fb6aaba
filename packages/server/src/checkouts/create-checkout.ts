import { type CreateCheckout, cents, currencies, ZERO } from '@svc/api'
import type { Caller, Writing } from '../context.ts'
import type { RowSet } from '../database/database.ts'
import type { OrderDetails } from '../details/details.ts'
import { detailsRow, getDetails } from '../details/store.ts'
import { eventRow } from '../events/event.ts'
import { offersFor } from '../financing/offers.ts'
import { informationRow } from '../notifications/outbox.ts'
import type { Order } from '../orders/order.ts'
import { recordOperation } from '../orders/record.ts'
import { lockMid, lockOrdersOfMid, orderRow } from '../orders/store.ts'
import { accept, Refused } from '../refusal.ts'
import { decideMid, decideMove, minutesAfter } from './rules.ts'
import { expectedTotal } from './total.ts'

export type CreateInput = {
  readonly body: CreateCheckout
  readonly request: Record<string, unknown>
}

/** A checkout, which is its order from now on: both share one id. */
export function createCheckout(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { body, request }: CreateInput,
): Promise<Order> {
  const scope = { storeId: store.id, sandbox, mid: body.order.id }
  const merchant = merchantOf(body, store.settings.notification_url)
  if (!currencies.has(body.order.currency))
    refuse('order.currency', 'is not a currency this service knows')
  const offers = offersFor(store.settings.products, {
    amount: cents(body.order.total_amount),
    currency: body.order.currency,
    product: body.product?.type ?? null,
  })
  if (offers.length === 0) throw new Refused('financing_unavailable')
  return writer.transaction(`mid/${store.id}/${sandbox}/${scope.mid}`, async (tx) => {
    await lockMid(tx, scope)
    const older = accept(decideMid(await lockOrdersOfMid(tx, scope)))
    const at = clock.now()
    const expired: RowSet[] = []
    for (const before of older) {
      const after = accept(decideMove(before, 'timed_out', { at, expiresAt: null }))
      const effectId = ids.next()
      const { order, rowSets } = recordOperation({
        before,
        after,
        at,
        ids,
        event: 'checkout.updated',
        effectId,
      })
      const told = informationRow(order, await getDetails(tx, order), { at, ids })
      expired.push(...rowSets, told)
    }
    const order = newOrder(body, { id: ids.next(), storeId: store.id, sandbox, at })
    const event = {
      id: ids.next(),
      sequence: 1,
      type: 'checkout.updated',
      at,
      effectId: order.id,
    } as const
    const details = detailsOf(body, request, merchant)
    return tx.commit(
      order,
      { table: 'orders', rows: [orderRow(order)] },
      detailsRow({ storeId: store.id, id: order.id }, details),
      { table: 'events', rows: [eventRow(order, event)] },
      ...expired,
    )
  })
}

function refuse(field: string, sentence: string): never {
  throw new Refused('body_invalid', { fields: { [field]: [sentence] } })
}

function merchantOf(body: CreateCheckout, fallback: string | null): OrderDetails['merchant'] {
  const notificationUrl = body.merchant?.notification_url ?? fallback
  if (!notificationUrl) refuse('merchant.notification_url', 'is required: the store has no default')
  return { dismiss_url: '/', ...body.merchant, notification_url: notificationUrl }
}

function newOrder(
  body: CreateCheckout,
  { id, storeId, sandbox, at }: { id: string; storeId: string; sandbox: boolean; at: Date },
): Order {
  const total = cents(body.order.total_amount)
  const expected = expectedTotal(body)
  const warnings =
    expected === BigInt(total) ? [] : [`total_amount is ${total}, the lines add up to ${expected}`]
  return {
    storeId,
    id,
    sandbox,
    mid: body.order.id,
    state: 'in_process',
    statusReason: 'in_process',
    product: null,
    numInstalments: null,
    nominalRate: null,
    currency: body.order.currency,
    approvedAmount: total,
    totalAmount: total,
    voidedAmount: ZERO,
    capturedAmount: ZERO,
    refundedCapturedAmount: ZERO,
    refundedUncapturedAmount: ZERO,
    warnings,
    version: 1,
    eventSequence: 1,
    ledgerSequence: 0,
    ledgerHead: '',
    createdAt: at,
    verifiedAt: null,
    confirmedAt: null,
    expiresAt: minutesAfter(at, body.merchant?.timeout_checkout ?? 60),
    expiredAt: null,
    cancelledAt: null,
  }
}

function detailsOf(
  body: CreateCheckout,
  request: Record<string, unknown>,
  merchant: OrderDetails['merchant'],
): OrderDetails {
  return {
    request,
    merchant,
    articles: body.order.articles,
    shipping: body.shipping ?? null,
    billing: body.billing ?? null,
    customer: body.customer,
    buyer: null,
    requestedProduct: body.product?.type ?? null,
    taxRate: body.order.tax_rate ?? null,
    discount: body.order.discount ?? null,
    discountRate: body.order.discount_rate ?? null,
    offer: null,
  }
}

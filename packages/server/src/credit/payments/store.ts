import { cents } from '@svc/api'
import type { DueOrder } from '../../model/order/order.ts'
import type { Payment, PaymentMethod } from '../../model/payment/payment.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import type {
  Insert,
  Reader,
  Row,
  Transaction,
  Update,
  Upsert,
} from '../../platform/database/database.ts'
import { inRealTime } from '../../tenancy/test-clocks/store.ts'
import type { DueItem } from '../../tenancy/test-clocks/store-work.ts'

type OfOrder = { readonly storeId: string; readonly id: string }
type OfOrders = { readonly storeId: string; readonly orderIds: readonly string[] }

const COLUMNS = `p.store_id, p.sandbox, p.order_id, p.id, p.kind, p.state, p.amount, p.currency,
  p.provider, p.authorisation_id, p.reference, p.reason, p.provisional, p.asks, p.ask_at,
  p.created_at, p.settled_at`

/** What was ever asked for an order, the oldest first. */
export async function listPayments(reader: Reader, order: OfOrder): Promise<Payment[]> {
  const rows = await reader.query(
    `SELECT ${COLUMNS} FROM payments p WHERE p.store_id = $1 AND p.order_id = $2
     ORDER BY p.created_at, p.id`,
    [order.storeId, order.id],
  )
  return rows.map(paymentOf)
}

/** Of many orders, what is not decided yet and what is held. */
export async function listPending(
  reader: Reader,
  { storeId, orderIds }: OfOrders,
): Promise<Payment[]> {
  const rows = await reader.query(
    `SELECT ${COLUMNS} FROM payments p WHERE p.store_id = $1 AND p.order_id = ANY($2::text[])
       AND p.state IN ('open', 'held') ORDER BY p.created_at, p.id`,
    [storeId, orderIds],
  )
  return rows.map(paymentOf)
}

export async function listAuthorisations(reader: Reader, order: OfOrder): Promise<Payment[]> {
  return (await listPayments(reader, order)).filter(({ kind }) => kind === 'authorisation')
}

export async function findPayment(
  reader: Reader,
  { storeId, id }: { storeId: string; id: string },
): Promise<Payment | undefined> {
  const [row] = await reader.query(
    `SELECT ${COLUMNS} FROM payments p WHERE p.store_id = $1 AND p.id = $2`,
    [storeId, id],
  )
  return row && paymentOf(row)
}

export async function findPayments(
  reader: Reader,
  { storeId, ids }: { storeId: string; ids: readonly string[] },
): Promise<Payment[]> {
  const rows = await reader.query(
    `SELECT ${COLUMNS} FROM payments p WHERE p.store_id = $1 AND p.id = ANY($2::text[])`,
    [storeId, ids],
  )
  return rows.map(paymentOf)
}

/** The oldest that somebody has to ask for now, of any store; those that others take are left. */
export async function lockAsked(
  tx: Transaction,
  { now, limit }: { now: Date; limit: number },
): Promise<Payment[]> {
  const rows = await tx.query(
    `SELECT ${COLUMNS} FROM payments p WHERE p.ask_at <= $1 AND ${inRealTime('p')}
     ORDER BY p.ask_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [now, limit],
  )
  return rows.map(paymentOf)
}

export async function findMethod(
  reader: Reader,
  order: OfOrder,
): Promise<PaymentMethod | undefined> {
  const orders = { storeId: order.storeId, orderIds: [order.id] }
  return (await findMethods(reader, orders)).get(order.id)
}

/** How the buyers of orders pay, by the orders' ids. */
export async function findMethods(
  reader: Reader,
  { storeId, orderIds }: OfOrders,
): Promise<ReadonlyMap<string, PaymentMethod>> {
  const rows = await reader.query(
    `SELECT order_id, provider, token, brand, last4, expiry FROM payment_methods
     WHERE store_id = $1 AND order_id = ANY($2::text[])`,
    [storeId, orderIds],
  )
  return new Map(
    rows.map(({ order_id, provider, token: sealedToken, brand, last4, expiry }) => {
      return [order_id, { provider, sealedToken, brand, last4, expiry }]
    }),
  )
}

/** The buyer may choose another card until he has signed. */
export function methodRow(order: OfOrder, method: PaymentMethod, at: Date): Upsert {
  const { provider, sealedToken, brand, last4, expiry } = method
  const shown = { provider, token: sealedToken, brand, last4, expiry }
  return {
    table: 'payment_methods',
    key: ['store_id', 'order_id'],
    changed: Object.keys(shown),
    rows: [{ store_id: order.storeId, order_id: order.id, ...shown, created_at: at }],
  }
}

export function paymentRow(payment: Payment): Insert {
  const { storeId, id, sandbox, orderId, ...rest } = payment
  return {
    table: 'payments',
    rows: [
      {
        store_id: storeId,
        id,
        order_id: orderId,
        sandbox,
        kind: rest.kind,
        amount: rest.amount,
        currency: rest.currency,
        provider: rest.provider,
        authorisation_id: rest.authorisationId,
        created_at: rest.createdAt,
        ...progressOf(payment),
      },
    ],
  }
}

export function paymentUpdate(payment: Payment): Update {
  return {
    table: 'payments',
    where: { store_id: payment.storeId, id: payment.id },
    set: progressOf(payment),
  }
}

/** What a charge was to take from is given back when the charge has failed. */
export function holdOfFailed({ storeId, authorisationId }: Payment, at: Date): Update {
  return {
    table: 'payments',
    where: { store_id: storeId, id: authorisationId, state: 'used' },
    set: { state: 'releasing', ask_at: at },
    any: true,
  }
}

/** Whose charge or return is under way waits for its outcome. */
const NOTHING_OPEN = `NOT EXISTS (SELECT 1 FROM payments p
  WHERE p.store_id = l.store_id AND p.order_id = l.order_id AND p.kind IN ('charge', 'return')
    AND p.state = 'open')`

/**
 * The loans that time has something to do with now, of any store, the oldest first. Where nobody
 * knows what became of a charge the rest waits for it.
 */
export async function listDueLoans(reader: Reader, now: Date, limit: number): Promise<DueOrder[]> {
  const rows = await reader.query(
    `SELECT l.store_id, l.order_id, l.sandbox FROM loans l
     WHERE l.due_at <= $1 AND ${NOTHING_OPEN} AND ${inRealTime('l')}
     ORDER BY l.due_at LIMIT $2`,
    [now, limit],
  )
  return rows.map((row) => ({ storeId: row.store_id, id: row.order_id, sandbox: row.sandbox }))
}

/** Those of one store in the sandbox. */
export async function listDueLoansOf(
  reader: Reader,
  { storeId }: StreamKey,
  { upTo, limit }: { readonly upTo: Date; readonly limit: number },
): Promise<DueItem[]> {
  const rows = await reader.lookUp(
    `SELECT l.order_id, l.due_at FROM loans l
     WHERE l.store_id = $1 AND l.sandbox AND l.due_at <= $2 AND ${NOTHING_OPEN}
     ORDER BY l.due_at LIMIT $3`,
    [storeId, upTo, limit],
  )
  return rows.map((row) => ({ id: row.order_id, dueAt: row.due_at }))
}

/** What somebody has to ask for now of one store in the sandbox, the oldest first. */
export async function listAskedOf(
  reader: Reader,
  { storeId }: StreamKey,
  { upTo, limit }: { readonly upTo: Date; readonly limit: number },
): Promise<DueItem[]> {
  const rows = await reader.lookUp(
    `SELECT p.id, p.ask_at FROM payments p
     WHERE p.store_id = $1 AND p.sandbox AND p.ask_at <= $2 ORDER BY p.ask_at LIMIT $3`,
    [storeId, upTo, limit],
  )
  return rows.map((row) => ({ id: row.id, dueAt: row.ask_at }))
}

function progressOf(payment: Payment): Record<string, unknown> {
  return {
    state: payment.state,
    reference: payment.reference,
    reason: payment.reason,
    provisional: payment.provisional,
    asks: payment.asks,
    ask_at: payment.askAt,
    settled_at: payment.settledAt,
  }
}

function paymentOf(row: Row): Payment {
  return {
    storeId: row.store_id,
    sandbox: row.sandbox,
    orderId: row.order_id,
    id: row.id,
    kind: row.kind,
    state: row.state,
    amount: cents(row.amount),
    currency: row.currency,
    provider: row.provider,
    authorisationId: row.authorisation_id,
    reference: row.reference,
    reason: row.reason,
    provisional: row.provisional,
    asks: row.asks,
    askAt: row.ask_at,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }
}

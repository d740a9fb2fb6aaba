import type { DueOrder } from '../../model/order/order.ts'
import type { Arrival } from '../../model/payment/by-hand.ts'
import type { Payment, PaymentMethod, PaymentState } from '../../model/payment/payment.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { columns, computed, type RowOf, select } from '../../platform/database/columns.ts'
import { countBacklog } from '../../platform/database/count-backlog.ts'
import type {
  Insert,
  Reader,
  Transaction,
  Update,
  Upsert,
} from '../../platform/database/database.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import { inRealTime, listDueItems } from '../../tenancy/test-clocks/store.ts'
import type { DueItem, DueSpan } from '../../tenancy/test-clocks/store-work.ts'

type OfOrder = { readonly storeId: string; readonly id: string }
type OfOrders = { readonly storeId: string; readonly orderIds: readonly string[] }

const PAYMENT = columns<'payments', { state: PaymentState }>('payments', 'p')

/** All requests for an order, the oldest first. */
export function listPayments(reader: Reader, order: OfOrder): Promise<Payment[]> {
  return reader.query(
    select(
      PAYMENT,
      `FROM payments p WHERE p.store_id = $1 AND p.order_id = $2 ORDER BY p.created_at, p.id`,
    ),
    [order.storeId, order.id],
  )
}

/** The undecided and held payments of many orders. */
export function listPending(reader: Reader, { storeId, orderIds }: OfOrders): Promise<Payment[]> {
  return reader.query(
    select(
      PAYMENT,
      `FROM payments p WHERE p.store_id = $1 AND p.order_id = ANY($2::text[])
         AND p.state IN ('open', 'held') ORDER BY p.created_at, p.id`,
    ),
    [storeId, orderIds],
  )
}

export async function listAuthorisations(reader: Reader, order: OfOrder): Promise<Payment[]> {
  return (await listPayments(reader, order)).filter(({ kind }) => kind === 'authorisation')
}

export async function findPayment(
  reader: Reader,
  { storeId, id }: { storeId: string; id: string },
): Promise<Payment | undefined> {
  const text = select(PAYMENT, 'FROM payments p WHERE p.store_id = $1 AND p.id = $2')
  return (await reader.query(text, [storeId, id]))[0]
}

export function findPayments(
  reader: Reader,
  { storeId, ids }: { storeId: string; ids: readonly string[] },
): Promise<Payment[]> {
  return reader.query(
    select(PAYMENT, 'FROM payments p WHERE p.store_id = $1 AND p.id = ANY($2::text[])'),
    [storeId, ids],
  )
}

const REQUESTED = `FROM payments p WHERE p.ask_at <= $1 AND ${inRealTime('p')}`

/** The oldest that somebody has to ask for now, of any store; those that others take are left. */
export function lockRequested(
  tx: Transaction,
  { now, limit }: { now: Date; limit: number },
): Promise<Payment[]> {
  return tx.query(
    select(PAYMENT, `${REQUESTED} ORDER BY p.ask_at LIMIT $2 FOR UPDATE SKIP LOCKED`),
    [now, limit],
  )
}

export function countRequested(reader: Reader, now: Date): Promise<Backlog> {
  return countBacklog(reader, { at: 'p.ask_at', from: REQUESTED }, [now])
}

export async function findMethod(
  reader: Reader,
  order: OfOrder,
): Promise<PaymentMethod | undefined> {
  const orders = { storeId: order.storeId, orderIds: [order.id] }
  return (await findMethods(reader, orders)).get(order.id)
}

const METHOD = columns('payment_methods', 'm').without('storeId', 'createdAt')

/** How the buyers of orders pay, by the orders' ids. */
export async function findMethods(
  reader: Reader,
  { storeId, orderIds }: OfOrders,
): Promise<ReadonlyMap<string, PaymentMethod>> {
  const rows = await reader.query(
    select(METHOD, 'FROM payment_methods m WHERE m.store_id = $1 AND m.order_id = ANY($2::text[])'),
    [storeId, orderIds],
  )
  return new Map(
    rows.map(({ orderId, token, ...method }) => [orderId, { ...method, sealedToken: token }]),
  )
}

/** The buyer may choose another card until they have signed. */
export function methodRow(order: OfOrder, method: PaymentMethod, at: Date): Upsert {
  const { sealedToken: token, ...shown } = method
  return {
    table: 'payment_methods',
    key: ['storeId', 'orderId'],
    changed: ['provider', 'token', 'brand', 'last4', 'expiry'],
    rows: [{ storeId: order.storeId, orderId: order.id, token, ...shown, createdAt: at }],
  }
}

export const paymentRow = (payment: Payment): Insert => ({ table: 'payments', rows: [payment] })

/** Its reference is unique in the mode: the second of two concurrent ones finds the first. */
export function manualPaymentRow(payment: Payment, arrival: Arrival): Insert {
  const { storeId, id, orderId, sandbox, createdAt } = payment
  const rows = [{ storeId, id, orderId, sandbox, ...arrival, createdAt }]
  return { table: 'manual_payments', rows }
}

/** The payment with a reference, at any store. */
export async function findByReference(
  reader: Reader,
  { sandbox, method, reference }: Pick<Arrival, 'method' | 'reference'> & { sandbox: boolean },
): Promise<Pick<Payment, 'id' | 'orderId' | 'state'> | undefined> {
  const [row] = await reader.query(
    select(
      PAYMENT.only('id', 'orderId', 'state'),
      `FROM manual_payments m JOIN payments p ON p.store_id = m.store_id AND p.id = m.id
       WHERE m.sandbox = $1 AND m.method = $2 AND m.reference = $3`,
    ),
    [sandbox, method, reference],
  )
  return row
}

export function paymentUpdate(payment: Payment): Update {
  const { storeId, id, state, reference, reason, provisional, asks, askAt, settledAt } = payment
  return {
    table: 'payments',
    where: { storeId, id },
    set: { state, reference, reason, provisional, asks, askAt, settledAt },
  }
}

/** The authorisation of a failed charge is released. */
export function holdOfFailed({ storeId, authorisationId: id }: Payment, at: Date): Update[] {
  if (id === null) return []
  const where = { storeId, id, state: 'used' } as const
  return [{ table: 'payments', where, set: { state: 'releasing', askAt: at }, any: true }]
}

/** So many are counted of all kinds together. */
const OPEN_MAX = 10_000
const OPEN = computed<{ kind: string; count: number }>({ kind: 'k.kind', count: 'count(o.kind)' })

/** How many payments have no outcome yet, of each kind. */
export function countOpenPayments(reader: Reader): Promise<RowOf<typeof OPEN>[]> {
  const kinds = ['authorisation', 'charge', 'return', 'transfer'] satisfies Payment['kind'][]
  const open = `SELECT p.kind FROM payments p WHERE p.state = 'open' LIMIT ${OPEN_MAX}`
  return reader.query(
    select(
      OPEN,
      `FROM unnest($1::text[]) k (kind) LEFT JOIN (${open}) o ON o.kind = k.kind GROUP BY k.kind`,
    ),
    [kinds],
  )
}

/** Whose charge or return is under way waits for its outcome. */
const NOTHING_OPEN = `NOT EXISTS (SELECT 1 FROM payments p
  WHERE p.store_id = l.store_id AND p.order_id = l.order_id AND p.kind IN ('charge', 'return')
    AND p.state = 'open')`

const DUE_LOANS = `FROM loans l
  WHERE l.due_at <= $1 AND ${NOTHING_OPEN} AND ${inRealTime('l')}`

/**
 * The loans that time has something to do with now, of any store, the oldest first. Where nobody
 * knows what became of a charge the rest waits for it.
 */
export function listDueLoans(reader: Reader, now: Date, limit: number): Promise<DueOrder[]> {
  return reader.query(
    select(
      columns('loans', 'l').only('storeId', 'sandbox').and(ORDER_ID),
      `${DUE_LOANS} ORDER BY l.due_at LIMIT $2`,
    ),
    [now, limit],
  )
}

export function countDueLoans(reader: Reader, now: Date): Promise<Backlog> {
  return countBacklog(reader, { at: 'l.due_at', from: DUE_LOANS }, [now])
}

const ORDER_ID = computed<{ id: string }>({ id: 'l.order_id' })

/** Those of one store in the sandbox. */
export function listDueLoansOf(
  reader: Reader,
  { storeId }: StreamKey,
  { upTo, limit }: DueSpan,
): Promise<DueItem[]> {
  const from = `FROM loans l WHERE l.store_id = $1 AND l.sandbox AND l.due_at <= $2
    AND ${NOTHING_OPEN}`
  return listDueItems(reader, { id: 'l.order_id', at: 'l.due_at', from }, [storeId, upTo, limit])
}

/** Payments of one store in the sandbox to be looked up now, the oldest first. */
export function listRequestedOf(
  reader: Reader,
  { storeId }: StreamKey,
  { upTo, limit }: DueSpan,
): Promise<DueItem[]> {
  const from = 'FROM payments p WHERE p.store_id = $1 AND p.sandbox AND p.ask_at <= $2'
  return listDueItems(reader, { id: 'p.id', at: 'p.ask_at', from }, [storeId, upTo, limit])
}

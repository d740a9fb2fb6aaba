import { cents, limits } from '@svc/api'
import type { DueOrder, Order } from '../../model/order/order.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Insert, Reader, Row, Transaction, Update } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { inRealTime } from '../../tenancy/test-clocks/store.ts'
import type { DueItem } from '../../tenancy/test-clocks/store-work.ts'
import type { OrderDetails } from '../details/details.ts'
import { DETAIL_COLUMNS, detailsOf } from '../details/store.ts'

/**
 * How a caller names an order: in a store and mode, by the service's id or the store's own (`mid`).
 */
export type OrderKey = { readonly storeId: string; readonly sandbox: boolean; readonly ref: string }

export const COLUMNS = `o.store_id, o.id, o.sandbox, o.mid, o.state, o.status_reason, o.product,
  o.num_instalments,
  o.nominal_rate, o.currency, o.approved_amount, o.total_amount, o.voided_amount, o.captured_amount,
  o.refunded_captured_amount, o.refunded_uncaptured_amount, o.discount, o.discount_rate, o.buyer_id,
  o.warnings, o.version, o.event_sequence,
  o.ledger_sequence, o.ledger_head, o.created_at, o.verified_at, o.confirmed_at, o.expires_at,
    o.expired_at,
  o.cancelled_at, o.automatic_capture, o.capture_within, o.capture_before, o.lapse_due_at,
  o.fee_rate, o.fee_fixed, o.fees_on_refund, o.campaign_cost, o.capture_count, o.fee_booked,
  o.campaign_cost_booked, o.downpayment_amount, o.downpayment_state`

type Find = { readonly byId: string; readonly byMid: string }

/**
 * By the service’s id; by name the newest that is not ko, else the newest ko one, else the newest
 * that had the name before its store renamed it.
 */
function findBy(columns: string, more: string): Find {
  return {
    byId: `SELECT ${columns} FROM orders o ${more} WHERE o.store_id = $1 AND o.id = $2
      AND o.sandbox = $3`,
    byMid: `SELECT ${columns} FROM orders o ${more} WHERE o.store_id = $1 AND o.id = coalesce((
      SELECT m.id FROM orders m WHERE m.store_id = $1 AND m.mid = $2 AND m.sandbox = $3
      ORDER BY (m.state = 'ko'), m.created_at DESC, m.id DESC LIMIT 1), (
      SELECT e.order_id FROM earlier_mids e WHERE e.store_id = $1 AND e.mid = $2 AND e.sandbox = $3
      ORDER BY e.created_at DESC, e.order_id DESC LIMIT 1))`,
  }
}

const READ = findBy(COLUMNS, '')
const LOCK: Find = { byId: `${READ.byId} FOR UPDATE`, byMid: `${READ.byMid} FOR UPDATE` }
const READ_WHOLE = findBy(
  `${COLUMNS}, ${DETAIL_COLUMNS}`,
  'JOIN order_details d ON d.store_id = o.store_id AND d.order_id = o.id',
)

async function findRow(reader: Reader, key: OrderKey, find: Find): Promise<Row | undefined> {
  for (const ref of spellings(key.ref)) {
    const values = [key.storeId, ref, key.sandbox]
    if (isId(ref)) {
      const [byId] = await reader.lookUp(find.byId, values)
      if (byId) return byId
    }
    const [byMid] = await reader.lookUp(find.byMid, values)
    if (byMid) return byMid
  }
  return undefined
}

/** As it arrived, then percent-decoded once more: some clients encode twice. */
function spellings(ref: string): string[] {
  return [ref, ...decodedOnce(ref)].filter(
    (each) => each.length <= limits.identifierMax && !each.includes('\0'),
  )
}

function decodedOnce(ref: string): string[] {
  if (!ref.includes('%')) return []
  try {
    return [decodeURIComponent(ref)]
  } catch {
    return []
  }
}

export async function findOrder(reader: Reader, key: OrderKey): Promise<Order | undefined> {
  const row = await findRow(reader, key, READ)
  return row && orderOf(row)
}

/** The order with what was sent for it. */
export async function findWholeOrder(
  reader: Reader,
  key: OrderKey,
): Promise<{ order: Order; details: OrderDetails } | undefined> {
  const row = await findRow(reader, key, READ_WHOLE)
  return row && { order: orderOf(row), details: detailsOf(row) }
}

/** Every operation on an order begins here: the row's lock is what serialises them. */
export async function lockOrder(tx: Transaction, key: OrderKey): Promise<Order | undefined> {
  const row = await findRow(tx, key, LOCK)
  return row && orderOf(row)
}

/** Those of them that nobody else holds, locked: who takes many waits for none of them. */
export async function lockFreeOrders(
  tx: Transaction,
  { storeId, sandbox, ids }: { storeId: string; sandbox: boolean; ids: readonly string[] },
): Promise<Order[]> {
  const rows = await tx.query(
    `SELECT ${COLUMNS} FROM orders o WHERE o.store_id = $1 AND o.sandbox = $2
       AND o.id = ANY($3::text[]) ORDER BY o.id FOR UPDATE SKIP LOCKED`,
    [storeId, sandbox, ids],
  )
  return rows.map(orderOf)
}

/** Callers with the same name queue in this process before they take a connection. */
export function orderQueue(key: OrderKey): string {
  return `${key.storeId}/${key.sandbox}/${key.ref}`
}

/**
 * An older checkout of the same `mid` that its buyer has not signed, locked; and any that took the
 * name.
 */
export async function lockOrdersOfMid(
  tx: Transaction,
  scope: { storeId: string; sandbox: boolean; mid: string },
): Promise<Order[]> {
  const rows = await tx.query(
    `SELECT ${COLUMNS} FROM orders o WHERE o.store_id = $1 AND o.sandbox = $2 AND o.mid = $3
       AND o.state <> 'ko' ORDER BY o.created_at, o.id FOR UPDATE`,
    [scope.storeId, scope.sandbox, scope.mid],
  )
  return rows.map(orderOf)
}

/** The name that the order has now, for when it gets another: it keeps resolving. */
export function earlierMidRow(order: Order, at: Date): Insert {
  const { storeId, id, sandbox, mid } = order
  return {
    table: 'earlier_mids',
    rows: [{ store_id: storeId, order_id: id, mid, sandbox, created_at: at }],
  }
}

/** Whether the order had the name before its store renamed it. */
export async function isEarlierMid(tx: Transaction, order: Order, mid: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 AS found FROM earlier_mids
     WHERE store_id = $1 AND order_id = $2 AND sandbox = $3 AND mid = $4`,
    [order.storeId, order.id, order.sandbox, mid],
  )
  return rows.length > 0
}

/** Serialises checkouts of one `mid`, also where no row exists yet. */
export async function lockMid(
  tx: Transaction,
  scope: { storeId: string; sandbox: boolean; mid: string },
): Promise<void> {
  await tx.query(
    `SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended($1, 0))) l`,
    [`mid/${scope.storeId}/${scope.sandbox}/${scope.mid}`],
  )
}

/** Those of one store in the sandbox, the oldest first; its time may differ from everybody's. */
export async function listExpiredOf(
  reader: Reader,
  { storeId }: StreamKey,
  { upTo, limit }: { readonly upTo: Date; readonly limit: number },
): Promise<DueItem[]> {
  const rows = await reader.lookUp(
    `SELECT id, expires_at FROM orders WHERE store_id = $1 AND sandbox AND expires_at <= $2
     ORDER BY expires_at LIMIT $3`,
    [storeId, upTo, limit],
  )
  return rows.map((row) => ({ id: row.id, dueAt: row.expires_at }))
}

/** The oldest orders whose deadline has passed, across stores: work for the expiry. */
export async function listExpired(reader: Reader, now: Date, limit: number): Promise<DueOrder[]> {
  const rows = await reader.query(
    `SELECT store_id, id, sandbox FROM orders o WHERE expires_at <= $1 AND ${inRealTime('o')}
     ORDER BY expires_at LIMIT $2`,
    [now, limit],
  )
  return rows.map((row) => ({ storeId: row.store_id, id: row.id, sandbox: row.sandbox }))
}

const columns = new Map<string, string>()

function columnOf(property: string): string {
  const known = columns.get(property)
  if (known !== undefined) return known
  const column = property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columns.set(property, column)
  return column
}

/** The named properties as columns. */
function columnsOf(order: Order, properties: readonly (keyof Order)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const property of properties) {
    const value = order[property]
    row[columnOf(property)] = property === 'warnings' ? JSON.stringify(value) : value
  }
  return row
}

/** All columns of a new order. */
export function orderRow(order: Order): Record<string, unknown> {
  return columnsOf(order, Object.keys(order) as (keyof Order)[])
}

/**
 * What changed, bound to the version that was read: a row changed meanwhile fails the statement.
 */
export function orderUpdate(before: Order, after: Order): Update {
  const properties = Object.keys(after) as (keyof Order)[]
  const changed = properties.filter((property) => !sameValue(before[property], after[property]))
  return {
    table: 'orders',
    where: { store_id: before.storeId, id: before.id, version: before.version },
    set: columnsOf(after, changed),
  }
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  return a === b
}

export function orderOf(row: Row): Order {
  return {
    storeId: row.store_id,
    id: row.id,
    sandbox: row.sandbox,
    mid: row.mid,
    state: row.state,
    statusReason: row.status_reason,
    product: row.product,
    numInstalments: row.num_instalments,
    nominalRate: row.nominal_rate,
    currency: row.currency,
    approvedAmount: cents(row.approved_amount),
    totalAmount: cents(row.total_amount),
    voidedAmount: cents(row.voided_amount),
    capturedAmount: cents(row.captured_amount),
    refundedCapturedAmount: cents(row.refunded_captured_amount),
    refundedUncapturedAmount: cents(row.refunded_uncaptured_amount),
    discount: row.discount,
    discountRate: row.discount_rate,
    buyerId: row.buyer_id,
    warnings: row.warnings,
    version: row.version,
    eventSequence: row.event_sequence,
    ledgerSequence: row.ledger_sequence,
    ledgerHead: row.ledger_head,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
    confirmedAt: row.confirmed_at,
    expiresAt: row.expires_at,
    expiredAt: row.expired_at,
    cancelledAt: row.cancelled_at,
    automaticCapture: row.automatic_capture,
    captureWithin: row.capture_within,
    captureBefore: row.capture_before,
    lapseDueAt: row.lapse_due_at,
    feeRate: row.fee_rate,
    feeFixed: cents(row.fee_fixed),
    feesOnRefund: row.fees_on_refund,
    campaignCost: cents(row.campaign_cost),
    captureCount: row.capture_count,
    feeBooked: cents(row.fee_booked),
    campaignCostBooked: cents(row.campaign_cost_booked),
    downpaymentAmount: row.downpayment_amount === null ? null : cents(row.downpayment_amount),
    downpaymentState: row.downpayment_state,
  }
}

/** An order by its id alone, for the holder of a token bound to it. */
export async function findOrderAnywhere(reader: Reader, id: string): Promise<Order | undefined> {
  if (!isId(id)) return undefined
  const [row] = await reader.query(`SELECT ${COLUMNS} FROM orders o WHERE o.id = $1`, [id])
  return row && orderOf(row)
}

import { cents } from '@svc/api'
import type { Order } from '../../model/order/order.ts'
import type { Insert, Reader, Row } from '../../platform/database/database.ts'
import type { CaptureRefund, Refund } from './refund.ts'

type OfOrder = { readonly storeId: string; readonly id: string }

/** Oldest first, on both levels. */
export async function listRefunds(reader: Reader, order: OfOrder): Promise<Refund[]> {
  const rows = await reader.query(
    `SELECT id, sequence, amount, from_captures, from_uncaptured, credit_to_customer, origin,
      created_at
     FROM refunds WHERE store_id = $1 AND order_id = $2 ORDER BY sequence`,
    [order.storeId, order.id],
  )
  return rows.map((row: Row) => ({
    id: row.id,
    sequence: row.sequence,
    amount: cents(row.amount),
    fromCaptures: cents(row.from_captures),
    fromUncaptured: cents(row.from_uncaptured),
    creditToCustomer: cents(row.credit_to_customer),
    origin: row.origin,
    createdAt: row.created_at,
  }))
}

/** Oldest first. */
export async function listCaptureRefunds(reader: Reader, order: OfOrder): Promise<CaptureRefund[]> {
  const rows = await reader.query(
    `SELECT c.id, c.refund_id, c.capture_id, r.origin, c.position, c.amount, c.pending_amount,
       to_char(c.accrual_date, 'YYYY-MM-DD') AS accrual_date, c.credit_to_customer, c.completed,
       c.completed_but_defaults, c.created_at
     FROM capture_refunds c JOIN refunds r
       ON r.store_id = c.store_id AND r.order_id = c.order_id AND r.id = c.refund_id
     WHERE c.store_id = $1 AND c.order_id = $2 ORDER BY r.sequence, c.position`,
    [order.storeId, order.id],
  )
  return rows.map((row: Row) => ({
    id: row.id,
    refundId: row.refund_id,
    captureId: row.capture_id,
    origin: row.origin,
    position: row.position,
    amount: cents(row.amount),
    pendingAmount: cents(row.pending_amount),
    accrualDate: row.accrual_date,
    creditToCustomer: cents(row.credit_to_customer),
    completed: row.completed,
    completedButDefaults: row.completed_but_defaults,
    createdAt: row.created_at,
  }))
}

export function refundRow(order: Order, refund: Refund): Insert {
  return {
    table: 'refunds',
    rows: [
      {
        store_id: order.storeId,
        order_id: order.id,
        id: refund.id,
        sequence: refund.sequence,
        amount: refund.amount,
        from_captures: refund.fromCaptures,
        from_uncaptured: refund.fromUncaptured,
        credit_to_customer: refund.creditToCustomer,
        origin: refund.origin,
        created_at: refund.createdAt,
      },
    ],
  }
}

export function captureRefundRows(order: Order, refunds: readonly CaptureRefund[]): Insert[] {
  if (refunds.length === 0) return []
  const rows = refunds.map((refund) => ({
    store_id: order.storeId,
    order_id: order.id,
    id: refund.id,
    refund_id: refund.refundId,
    capture_id: refund.captureId,
    position: refund.position,
    amount: refund.amount,
    pending_amount: refund.pendingAmount,
    accrual_date: refund.accrualDate,
    credit_to_customer: refund.creditToCustomer,
    completed: refund.completed,
    completed_but_defaults: refund.completedButDefaults,
    created_at: refund.createdAt,
  }))
  return [{ table: 'capture_refunds', rows }]
}

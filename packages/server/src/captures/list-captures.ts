import type { Caller, Reading } from '../context.ts'
import type { Order } from '../orders/order.ts'
import { findOrder } from '../orders/store.ts'
import type { CaptureRefund } from '../refunds/refund.ts'
import { listCaptureRefunds } from '../refunds/store.ts'
import { existing } from '../refusal.ts'
import type { Capture } from './capture.ts'
import { listCaptures as listRows } from './store.ts'

export type CapturesOfOrder = {
  readonly order: Order
  readonly captures: readonly Capture[]
  readonly refunds: readonly CaptureRefund[]
}

/** The captures of an order with their refunds, oldest first. */
export async function listCaptures(
  { database }: Reading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<CapturesOfOrder> {
  const order = existing(
    await findOrder(database, { storeId: store.id, sandbox, ref }),
    'order',
    ref,
  )
  const captures = await listRows(database, order)
  const refunds = await listCaptureRefunds(database, order)
  return { order, captures, refunds }
}

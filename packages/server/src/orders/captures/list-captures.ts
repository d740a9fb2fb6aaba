import type { Capture } from '../../kernel/captures/capture.ts'
import { listCaptures as listRows } from '../../kernel/captures/store.ts'
import { findOrder } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import type { CaptureRefund } from '../refunds/refund.ts'
import { listCaptureRefunds } from '../refunds/store.ts'

type CapturesOfOrder = {
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

import type { Capture } from '../../kernel/captures/capture.ts'
import { listCaptures } from '../../kernel/captures/store.ts'
import { findOrder } from '../../kernel/orders/store.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import type { CaptureRefund } from './refund.ts'
import { listCaptureRefunds as listRows } from './store.ts'

type RefundsOfCapture = {
  readonly capture: Capture
  readonly refunds: readonly CaptureRefund[]
}

/** One capture of an order, with the refunds of all its captures, oldest first. */
export async function listCaptureRefunds(
  { database }: Reading,
  { store, sandbox }: Caller,
  { ref, captureId }: { ref: string; captureId: string },
): Promise<RefundsOfCapture> {
  const order = existing(
    await findOrder(database, { storeId: store.id, sandbox, ref }),
    'order',
    ref,
  )
  const captures = await listCaptures(database, order)
  const capture = existing(
    captures.find(({ id }) => id === captureId),
    'capture',
    captureId,
  )
  return { capture, refunds: await listRows(database, order) }
}

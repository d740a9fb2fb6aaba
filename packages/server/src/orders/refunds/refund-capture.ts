import { type Cents, ZERO } from '@svc/api'
import { loadLoan } from '../../credit/loans/load.ts'
import type { Capture } from '../../kernel/captures/capture.ts'
import { listCaptures } from '../../kernel/captures/store.ts'
import { changeOrder } from '../../kernel/orders/store.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { recordRefund } from './record.ts'
import type { CaptureRefund } from './refund.ts'
import { refundRows } from './rows.ts'
import { decideCaptureRefund } from './rules.ts'
import { listCaptureRefunds } from './store.ts'

type RefundCaptureInput = {
  readonly ref: string
  readonly captureId: string
  readonly amount: Cents
}

/** Takes an amount back from one capture. */
export function refundCapture(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { ref, captureId, amount }: RefundCaptureInput,
): Promise<{ capture: Capture; refunds: readonly CaptureRefund[] }> {
  const key = { storeId: store.id, sandbox, ref, power: 'open' } as const
  return changeOrder(writer, key, async (tx, before) => {
    const captures = await listCaptures(tx, before)
    const capture = existing(
      captures.find((each) => each.id === captureId),
      'capture',
      captureId,
    )
    const earlier = await listCaptureRefunds(tx, before)
    const at = clock.now()
    const plan = accept(decideCaptureRefund(before, capture, { amount, at }))
    const id = ids.next()
    const loaded = await loadLoan(tx, before, { at, ids })
    const { order, sequence, reductions, rowSets } = recordRefund(loaded, {
      ...{ before, plan, id, amount, at, ids },
    })
    const written = refundRows({
      order,
      pieces: plan.pieces,
      fromUncaptured: ZERO,
      reductions,
      origin: 'capture',
      id,
      sequence,
      at,
      timeZone: loaded.loan.timeZone,
      ids,
    })
    const refunds = [...earlier, ...written.captureRefunds]
    const outcome = { capture: written.captures[0] ?? capture, refunds }
    const rows = [...rowSets, ...written.rowSets]
    return tx.commit(outcome, actedOn({ acting, ids }, order, 'order.refund', ...rows))
  })
}

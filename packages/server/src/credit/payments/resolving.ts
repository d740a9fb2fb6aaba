import { countRequested } from '../../kernel/payments/store.ts'
import type { Payment } from '../../model/payment/payment.ts'
import { errorDetails } from '../../platform/error-details.ts'
import type { Lane } from '../../platform/work/worker.ts'
import { claimRequested } from './claim-requested.ts'
import type { Authorising } from './provider-calls.ts'
import { resolvePayment } from './resolve-payment.ts'

const NAME = 'payment_results'
const CLAIMED_AT_ONCE = 16
const IDLE_MS = 500

/** Looks up open payments at the provider, and releases holds that are not needed, oldest first. */
export function createResolving(resolving: Authorising): Lane {
  const writing = { ...resolving, writer: resolving.database }
  const report = (error: unknown, { id, orderId, storeId, sandbox }: Payment) => {
    const about = { payment_id: id, order_id: orderId, store_id: storeId, sandbox }
    resolving.log.error({ lane: NAME, ...about, ...errorDetails(error) }, 'payment not resolved')
  }
  return {
    name: NAME,
    idleMs: IDLE_MS,
    onCall: true,
    backlog: () => countRequested(resolving.database, resolving.clock.now()),
    async work() {
      const claimed = await claimRequested(writing, CLAIMED_AT_ONCE)
      const resolve = (payment: Payment) =>
        resolvePayment(resolving, payment).catch((error) => report(error, payment))
      await Promise.all(claimed.map(resolve))
      return claimed.length
    },
  }
}

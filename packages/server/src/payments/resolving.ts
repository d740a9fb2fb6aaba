import type { Lane } from '../work/worker.ts'
import type { Authorising } from './authorising.ts'
import { claimAsked } from './claim-asked.ts'
import { resolvePayment } from './resolve-payment.ts'

const CLAIMED_AT_ONCE = 16
const IDLE_MS = 500

/** Asks the provider about what stayed open, and gives back what is not needed, oldest first. */
export function createResolving(resolving: Authorising): Lane {
  const writing = { ...resolving, writer: resolving.database }
  const report = ({ message, stack }: Error) => {
    resolving.log.error({ message, stack }, 'payment not resolved')
  }
  return {
    name: 'payment_results',
    idleMs: IDLE_MS,
    onCall: true,
    async work() {
      const claimed = await claimAsked(writing, CLAIMED_AT_ONCE)
      await Promise.all(claimed.map((payment) => resolvePayment(resolving, payment).catch(report)))
      return claimed.length
    },
  }
}

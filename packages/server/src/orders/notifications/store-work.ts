import type { Delivering } from '../../platform/network/delivering.ts'
import { inParallel } from '../../platform/work/in-parallel.ts'
import type { Clocks } from '../../tenancy/caller/context.ts'
import type { StoreWork } from '../../tenancy/test-clocks/store-work.ts'
import { claimDueOf } from './claim-due.ts'
import { deliver, LANE } from './deliver.ts'
import { findNextAttempt } from './store.ts'

type Telling = Pick<Delivering, 'vault' | 'allow' | 'log'> & { readonly clocks: Clocks }

const AT_ONCE = 64

/** Tells one store how its orders stand. */
export function notificationWork({ clocks, vault, allow, log }: Telling): StoreWork {
  return {
    name: LANE,
    tells: true,
    nextDue: findNextAttempt,
    async carryOut(writing, key) {
      const delivering = { ...writing, real: clocks.real, vault, allow, log }
      for (;;) {
        const due = await claimDueOf(writing, key, AT_ONCE)
        if (due.length === 0) return
        await inParallel(due, AT_ONCE, (each) => deliver(delivering, each))
      }
    },
  }
}

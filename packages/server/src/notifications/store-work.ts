import type { Clocks } from '../test-clocks/clocks.ts'
import type { Vault } from '../vault.ts'
import { inParallel } from '../work/in-parallel.ts'
import type { StoreWork } from '../work/store-work.ts'
import type { Outbound } from './address-guard.ts'
import { claimDueOf } from './claim-due.ts'
import { deliver } from './deliver.ts'
import { findNextAttempt } from './store.ts'

type Telling = {
  readonly clocks: Clocks
  readonly vault: Vault
  readonly allow: Outbound
}

const AT_ONCE = 64

/** Tells one store how its orders stand. */
export function notificationWork({ clocks, vault, allow }: Telling): StoreWork {
  return {
    name: 'notifications',
    tells: true,
    nextDue: findNextAttempt,
    async carryOut(writing, key) {
      const delivering = { ...writing, real: clocks.real, vault, allow }
      for (;;) {
        const due = await claimDueOf(writing, key, AT_ONCE)
        if (due.length === 0) return
        await inParallel(due, AT_ONCE, (each) => deliver(delivering, each))
      }
    },
  }
}

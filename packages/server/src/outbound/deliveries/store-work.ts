import type { Outbound } from '../../platform/network/address-guard.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { inParallel } from '../../platform/work/in-parallel.ts'
import type { Clocks } from '../../tenancy/caller/context.ts'
import type { StoreWork } from '../../tenancy/test-clocks/store-work.ts'
import { attempt } from './attempt.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import type { Outcome } from './delivery.ts'
import { findNextAttempt, listDueEndpointsOf } from './list-store.ts'
import { settleAttempts } from './settle-attempts.ts'

type Sending = {
  readonly clocks: Clocks
  readonly vault: Vault
  readonly brand: string
  readonly allow: Outbound
}

const OF_ENDPOINT_AT_ONCE = 32

/** Sends to the endpoints of one store what is due to them. */
export function deliveryWork({ clocks, vault, brand, allow }: Sending): StoreWork {
  return {
    name: 'webhook deliveries',
    tells: true,
    nextDue: findNextAttempt,
    async carryOut(writing, key) {
      const { clock } = writing
      const { real } = clocks
      for (;;) {
        const now = clock.now()
        const endpoints = await listDueEndpointsOf(writing.database, key, now)
        const rooms = endpoints.map((endpointId) => ({ endpointId, room: OF_ENDPOINT_AT_ONCE }))
        const claimed = rooms.length === 0 ? [] : await claimDeliveries({ ...writing, real }, rooms)
        if (claimed.length === 0) return
        const outcomes: Outcome[] = []
        await inParallel(claimed, claimed.length, async (each) => {
          outcomes.push(await attempt({ clock, real, vault, brand, allow }, each))
        })
        const byEndpoint = Map.groupBy(outcomes, (each) => each.claimed.delivery.endpointId)
        await inParallel([...byEndpoint], byEndpoint.size, ([endpointId, of]) =>
          settleAttempts(writing, { storeId: key.storeId, endpointId }, of),
        )
      }
    },
  }
}

import type { Database } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import type { Clocks, Unsigned } from '../../tenancy/caller/context.ts'
import { lockEndpoint } from '../endpoints/store.ts'
import type { EndpointKey } from '../endpoints/webhook.ts'
import { listLeftOpen } from './list-store.ts'
import { ended } from './settling.ts'
import { lockOpen, progressRows } from './store.ts'

const ENDPOINTS = 100
const AT_ONCE = 5_000

/**
 * Ends what was left open when its endpoint was disabled or deleted: it was too much for that
 * transaction, or under way just then. None of it is sent meanwhile.
 */
export async function cancelLeftOpen({
  database,
  clocks,
}: {
  readonly database: Database
  readonly clocks: Clocks
}): Promise<void> {
  for (const owners of ['stores', 'lender'] as const) {
    for (const key of await listLeftOpen(database, owners, ENDPOINTS)) {
      const writing = await clocks.writing(key)
      while ((await cancelSome(writing, key)) === AT_ONCE);
    }
  }
}

function cancelSome({ writer, clock }: Unsigned, key: EndpointKey): Promise<number> {
  return writer.transaction(null, async (tx) => {
    const { state } = await lockEndpoint(tx, key)
    if (state === 'enabled') return tx.commit(0)
    const open = await lockOpen(tx, key, AT_ONCE)
    const at = clock.now()
    const rows = progressRows(open.map((each) => ended(each, 'cancelled', at)))
    return tx.commit(open.length, Written.technically('attempt', rows))
  })
}

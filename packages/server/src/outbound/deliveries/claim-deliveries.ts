import type { Owners } from '../../model/streams/owners.ts'
import { Written } from '../../platform/database/database.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import { CLAIM_MS } from '../../platform/work/claims.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import type { Claimed } from './delivery.ts'
import type { Room } from './rooms.ts'
import { lockDue, progressRows } from './store.ts'

/** What is due the store's time says, which secrets still sign that of the world. */
type Claiming = Pick<Writing, 'writer' | 'clock'> & { readonly real: RealClock }

/** Claims due deliveries to these endpoints for this worker, as many as each has room for. */
export async function claimDeliveries(
  { writer, clock, real }: Claiming,
  rooms: readonly Room[],
  owners: Owners = 'stores',
): Promise<Claimed[]> {
  if (rooms.length === 0) return []
  return writer.transaction(null, async (tx) => {
    const now = clock.now()
    const nextAttemptAt = new Date(now.getTime() + CLAIM_MS)
    const due = await lockDue(tx, { owners, now, real: real.now(), rooms })
    const leased = due.map(({ delivery }) => ({ ...delivery, nextAttemptAt }))
    return tx.commit(due, Written.technically('lease', progressRows(leased)))
  })
}

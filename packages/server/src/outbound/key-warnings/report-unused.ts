import { type ApiKey, worksIn } from '../../model/keys/api-key.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Lane } from '../../platform/work/worker.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { isUnused, listUnused, lockKey, unusedUpdate } from '../../tenancy/api-keys/store.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { storeEventRow } from '../events/store.ts'
import { warningOf } from './action.ts'

const UNUSED_MS = 90 * 24 * 3_600_000
const IDLE_MS = 3_600_000
const BATCH = 100

/** Reports keys that nobody has used for 90 days to their stores: each once until its next use. */
export function createUnusedKeys(writing: RealWriting & { readonly database: Database }): Lane {
  const { database, clock } = writing
  return {
    name: 'unused_keys',
    idleMs: IDLE_MS,
    onCall: false,
    async work() {
      const now = clock.now()
      const since = new Date(now.getTime() - UNUSED_MS)
      const keys = await listUnused(database, { now, since, limit: BATCH })
      for (const key of keys) await reportUnused(writing, key, since)
      return keys.length
    },
  }
}

/** Writes the event to the stream of each mode in which the key works. */
export function reportUnused(
  { writer, clock, ids, acting }: RealWriting,
  key: ApiKey,
  since: Date,
): Promise<void> {
  return writer.transaction(null, async (tx) => {
    await lockKey(tx, key)
    const now = clock.now()
    if (!(await isUnused(tx, key, { now, since }))) return tx.commit(undefined)
    const data = {
      api_key: { id: key.id, name: key.name, hint: key.hint },
      last_used: key.lastUsedAt?.toISOString() ?? null,
    }
    const about = { storeId: key.storeId, type: 'api_key.unused', subject: key.id } as const
    const events = [true, false]
      .filter((sandbox) => worksIn(key, { sandbox }))
      .map((sandbox) => storeEventRow({ ...about, sandbox, id: ids.next(), data, createdAt: now }))
    const action = warningOf(key, 'api_key.report_unused')
    const written = acted({ acting, ids }, action, unusedUpdate(key, now), ...events)
    return tx.commit(undefined, written)
  })
}

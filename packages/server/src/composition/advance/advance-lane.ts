import { errorDetails } from '../../platform/error-details.ts'
import type { Lane } from '../../platform/work/worker.ts'
import { listDueClocks } from '../../tenancy/test-clocks/store.ts'
import { timeOf } from '../../tenancy/test-clocks/test-clock.ts'
import type { WholeService } from '../service/whole-service.ts'
import type { Advance } from './advance.ts'

const NAME = 'test_clocks'
const IDLE_MS = 500
const LISTED_AT_ONCE = 50
const STORES_AT_ONCE = 8
/** Failed work is left alone for so long, in real time. */
const ASIDE_MS = 5_000

/**
 * Does the due work of stores with a test clock, each by its own time; and continues advances that
 * were abandoned.
 */
export function createAdvanceLane(
  { database, clocks: { real }, log, stopping }: WholeService,
  { isDue, arrive, settle }: Advance,
): Lane {
  const running = new Map<string, Promise<void>>()
  const aside = new Map<string, number>()
  let after = ''

  function begin(storeId: string, work: Promise<void>, ring: () => void): void {
    const done = work
      .catch((error: unknown) => {
        aside.set(storeId, real.now().getTime() + ASIDE_MS)
        const about = { lane: NAME, store_id: storeId }
        if (!stopping()) log.error({ ...about, ...errorDetails(error) }, 'due work failed')
      })
      .then(() => {
        running.delete(storeId)
        ring()
      })
    running.set(storeId, done)
  }

  return {
    name: NAME,
    idleMs: IDLE_MS,
    onCall: true,
    async work(ring) {
      const now = real.now()
      for (const [storeId, until] of aside) {
        if (until <= now.getTime()) aside.delete(storeId)
      }
      const due = await listDueClocks(database, { after, now, limit: LISTED_AT_ONCE })
      const more = due.length === LISTED_AT_ONCE
      after = more ? (due.at(-1)?.storeId ?? '') : ''
      const free = due.filter(({ storeId }) => !running.has(storeId) && !aside.has(storeId))
      let begun = 0
      for (const testClock of free) {
        const { storeId, target } = testClock
        if (running.size >= STORES_AT_ONCE || stopping()) break
        if (target !== null) begin(storeId, arrive(storeId), ring)
        else if (await isDue(storeId, timeOf(testClock, now))) begin(storeId, settle(storeId), ring)
        else continue
        begun++
      }
      return begun + (more ? 1 : 0)
    },
    async finish() {
      await Promise.all(running.values())
    },
  }
}

import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Database, Writer } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import type { Clocks } from '../caller/context.ts'
import { findTestClock, holdTestClock } from './store.ts'
import { type TestClock, timeOf } from './test-clock.ts'

/** How long a process may assume that a store has no test clock, without a look-up. */
const REMEMBERED_MS = 900
const REMEMBERED_MAX = 10_000

type ClocksOptions = {
  readonly database: Database
  readonly real: RealClock
  readonly ids: Ids
  readonly pause: (ms: number) => Promise<unknown>
  readonly rememberedMs?: number
}

export function createClocks({
  database,
  real,
  ids,
  pause,
  rememberedMs = REMEMBERED_MS,
}: ClocksOptions): Clocks {
  /** Stores without a test clock, and when that was read. */
  const without = new Map<string, number>()

  async function find({ storeId, sandbox }: StreamKey): Promise<TestClock | undefined> {
    if (!sandbox) return undefined
    const now = real.now().getTime()
    const at = without.get(storeId)
    if (at !== undefined && Math.abs(now - at) < rememberedMs) return undefined
    const testClock = await findTestClock(database, storeId)
    if (testClock !== undefined) return testClock
    if (without.size >= REMEMBERED_MAX) without.clear()
    without.set(storeId, now)
    return undefined
  }

  return {
    real,
    async of(key) {
      const testClock = await find(key)
      return testClock === undefined ? real : { now: () => timeOf(testClock, real.now()) }
    },
    async writing(key, writer = database) {
      const testClock = await find(key)
      if (testClock === undefined) return { writer, clock: real, ids }
      let shown = testClock
      const held: Writer = {
        transaction: (queue, work) =>
          writer.transaction(queue, async (tx) => {
            shown = (await holdTestClock(tx, key.storeId)) ?? shown
            return work(tx)
          }),
      }
      return { writer: held, clock: { now: () => timeOf(shown, real.now()) }, ids }
    },
    async known(storeId) {
      without.delete(storeId)
      if (rememberedMs > 0) await pause(rememberedMs)
    },
  }
}

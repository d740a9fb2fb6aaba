import type { RealClock } from '../../platform/time/clock.ts'
import type { Reading } from '../caller/context.ts'
import { findTestClock } from './store.ts'
import { type Shown, timeOf } from './test-clock.ts'

/** The time of the store's clock in the sandbox. */
export async function getTestClock(
  { database, clock }: Reading & { readonly clock: RealClock },
  storeId: string,
): Promise<Shown> {
  const testClock = await findTestClock(database, storeId)
  const real = clock.now()
  if (testClock === undefined) return { now: real, frozen: false }
  return { now: timeOf(testClock, real), frozen: testClock.runsSince === null && !testClock.runsOn }
}

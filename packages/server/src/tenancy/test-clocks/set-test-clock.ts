import { limits } from '@svc/api'
import type { Reader } from '../../platform/database/database.ts'
import { accept, Refused } from '../../platform/refusal.ts'
import { addDuration } from '../../platform/time/durations.ts'
import { lockStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { decideAdvance, LATEST, underWay, type Wish } from './rules.ts'
import { lockTestClock, testClockRow } from './store.ts'
import { type Shown, timeOf } from './test-clock.ts'

/** Undefined: the present time of the clock. */
export type Destination =
  | { readonly at: Date | undefined }
  | { readonly by: string }
  | { readonly to: 'next due' }

export type SetTestClockInput = {
  readonly storeId: string
  readonly timeZone: string
  readonly destination: Destination
  readonly frozen: boolean
  /** The next due time, if it is no later than the given one. */
  readonly nextDue: (reader: Reader, storeId: string, upTo: Date) => Promise<Date | null>
}

type Sent = Shown & { readonly first: boolean }

/** Starts an advance: everything due until its target is done before it arrives. */
export function setTestClock(
  { writer, clock, ids, acting }: RealWriting,
  { storeId, timeZone, destination, frozen, nextDue }: SetTestClockInput,
): Promise<Sent> {
  return writer.transaction(`test-clock/${storeId}`, async (tx) => {
    await lockStore(tx, storeId)
    const before = await lockTestClock(tx, storeId)
    const real = clock.now()
    const shows = before === undefined ? real : timeOf(before, real)
    const furthest = addDuration(shows, `P${limits.testClockYearsMax}Y`, timeZone) ?? LATEST
    const target = await targetOf(tx)
    const field = 'by' in destination ? 'advance' : 'now'
    const wish: Wish = { target, field, frozen }
    const plan = accept(decideAdvance({ storeId, before, real, furthest }, wish))
    const sent = { now: target ?? shows, frozen, first: before === undefined }
    if (plan === undefined) return tx.commit(sent)
    const action = { action: 'test_clock.set', object: null, storeId, sandbox: true } as const
    return tx.commit(sent, acted({ acting, ids }, action, testClockRow(plan, real)))

    async function targetOf(reader: Reader): Promise<Date | undefined> {
      if ('at' in destination) return destination.at ?? before?.target ?? shows
      if (before !== undefined && before.target !== null) return accept(underWay(before))
      if ('by' in destination) return addDuration(shows, destination.by, timeZone)
      const due = await nextDue(reader, storeId, furthest)
      if (due !== null) return due > shows ? due : shows
      const values = { state: shows.toISOString(), limit: limits.testClockYearsMax }
      throw new Refused('test_clock_nothing_due', { values })
    }
  })
}

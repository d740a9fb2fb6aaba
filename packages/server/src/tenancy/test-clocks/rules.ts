/**
 * Where a test clock may go. Invariants: 1. it never goes back. 2. It goes so far at once that what
 * is due on the way can be done. 3. It heads for one time only.
 */
import { limits } from '@svc/api'
import type { Decision } from '../../platform/refusal.ts'
import { type TestClock, timeOf } from './test-clock.ts'

/** Calendars of the earth are known so far, and no credit runs for so long. */
export const LATEST = new Date('2199-12-31T00:00:00Z')

export type Wish = {
  /** Undefined: too far ahead to be said. */
  readonly target: Date | undefined
  /** Which member of the request said so. */
  readonly field: 'now' | 'advance'
  readonly frozen: boolean
}

export type Standing = {
  readonly storeId: string
  /** Undefined: the store lives in the time of the world. */
  readonly before: TestClock | undefined
  readonly real: Date
  /** The furthest that it may go at once. */
  readonly furthest: Date
}

/** The clock on its way; undefined: nothing changes. */
export function decideAdvance(
  { storeId, before, real, furthest }: Standing,
  { target, field, frozen }: Wish,
): Decision<TestClock | undefined> {
  const shows = before === undefined ? real : timeOf(before, real)
  if (before !== undefined && before.target !== null) {
    const same = before.target.getTime() === target?.getTime() && before.runsOn === !frozen
    return same ? { plan: undefined } : underWay(before)
  }
  if (target === undefined || target > furthest || target > LATEST) {
    const most = `${limits.testClockYearsMax} years ahead`
    return invalid(field, `must lie at most ${most} of the clock, which shows ${said(shows)}`)
  }
  if (target < shows) {
    return invalid(field, `must not lie before ${said(shows)}: the clock never goes back`)
  }
  if (before === undefined && !frozen && target.getTime() === shows.getTime()) {
    return { plan: undefined }
  }
  return { plan: { storeId, shows, runsSince: null, target, runsOn: !frozen } }
}

/** For who asks to go on while the clock is on its way. */
export function underWay({ target }: TestClock): Decision<never> {
  const values = { state: 'travelling', target: said(target ?? LATEST) }
  return { refused: 'test_clock_travelling', detail: { values } }
}

const said = (time: Date): string => time.toISOString()

function invalid(field: string, sentence: string): Decision<never> {
  return { refused: 'body_invalid', detail: { fields: { [field]: [sentence] } } }
}

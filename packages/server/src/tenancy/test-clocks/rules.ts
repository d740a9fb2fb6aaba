/**
 * The targets of a test clock. Invariants: 1. it never goes back. 2. A single advance is limited,
 * so that all due work can be done. 3. It has only one target at a time.
 */
import { limits } from '@svc/api'
import type { Decision } from '../../platform/refusal.ts'
import { type TestClock, timeOf } from './test-clock.ts'

/** Calendars are known this far ahead, and no credit lasts so long. */
export const LATEST = new Date('2199-12-31T00:00:00Z')

export type Wish = {
  /** Undefined: too far ahead to compute. */
  readonly target: Date | undefined
  /** The member of the request that set it. */
  readonly field: 'now' | 'advance'
  readonly frozen: boolean
}

export type Standing = {
  readonly storeId: string
  /** Undefined: the store uses real time. */
  readonly before: TestClock | undefined
  readonly real: Date
  /** The furthest that it may advance in one request. */
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

/** For a request that continues an advance in progress. */
export function underWay({ target }: TestClock): Decision<never> {
  const values = { state: 'travelling', target: said(target ?? LATEST) }
  return { refused: 'test_clock_travelling', detail: { values } }
}

const said = (time: Date): string => time.toISOString()

function invalid(field: string, sentence: string): Decision<never> {
  return { refused: 'body_invalid', detail: { fields: { [field]: [sentence] } } }
}

import { closed, flag, moment } from './answers.ts'
import { DateTime, optional, type Static, Type } from './common.ts'

/** ISO 8601: `P14M`, `P1Y2M3W4DT5H6M7S`; every part at most once and something at least. */
const DURATION = [
  'P(?=[0-9]|T[0-9])',
  '([0-9]{1,6}Y)?([0-9]{1,6}M)?([0-9]{1,6}W)?([0-9]{1,6}D)?',
  '(T(?=[0-9])([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,9}S)?)?',
].join('')

/**
 * Body of `POST /me/test-clock`: to a time, by a duration or to what is due next; without either
 * the clock stays where it is. Afterwards it stands still, unless `frozen` is false.
 */
export const TestClockBody = Type.Object({
  now: optional(DateTime()),
  advance: optional(Type.String({ maxLength: 64, pattern: `^(next_due|${DURATION})$` })),
  frozen: optional(Type.Boolean()),
})
export type TestClockWish = Static<typeof TestClockBody>

export const TestClockAnswer = closed(
  {
    now: moment('Current time of the clock'),
    frozen: flag('Whether the clock stands still until it is set again.'),
  },
  {
    $id: 'TestClock',
    description: 'The test clock of the store in the sandbox. It never goes back.',
  },
)

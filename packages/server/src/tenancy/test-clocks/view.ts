import type { Answered, TestClockAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Shown } from './test-clock.ts'

export function testClockView({ now, frozen }: Shown): Answered<typeof TestClockAnswer> {
  return { now: utcMicros(now), frozen }
}

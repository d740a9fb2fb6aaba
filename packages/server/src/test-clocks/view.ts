import { utcMicros } from '../dates.ts'
import type { Shown } from './test-clock.ts'

export function testClockView({ now, frozen }: Shown) {
  return { now: utcMicros(now), frozen }
}

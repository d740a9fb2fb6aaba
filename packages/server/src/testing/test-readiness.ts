import { createReadiness, type Readiness } from '../composition/readiness/readiness.ts'
import type { Phase } from '../composition/readiness/rules.ts'
import { systemClock } from '../platform/time/clock.ts'

/** Of a service without a process: nothing looks at its database. */
export function testReadiness(phase: Phase = 'serving'): Readiness {
  const readiness = createReadiness({
    clock: systemClock,
    lanes: () => [],
    hasUndeclaredProxy: () => false,
    log: { error() {}, info() {} },
  })
  readiness.enter(phase)
  return readiness
}

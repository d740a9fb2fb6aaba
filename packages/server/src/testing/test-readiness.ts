import { systemClock } from '../clock.ts'
import { createReadiness, type Readiness } from '../readiness/readiness.ts'
import type { Phase } from '../readiness/rules.ts'

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

/**
 * The service with a clock that runs faster, so that retries of hours are seen within a minute.
 * Only what waits for a moment is fast; connections and their time-outs take as long as ever.
 */
import { systemClock } from '../packages/server/src/platform/time/clock.ts'

const begin = Number(process.env.TEST_CLOCK_BEGIN)
const factor = Number(process.env.TEST_CLOCK_FACTOR)

Object.assign(systemClock, {
  now: () => new Date(begin + (Date.now() - begin) * factor),
})
await import('../packages/server/src/main.ts')

/** The service on a machine whose clock is wrong by `TEST_CLOCK_OFFSET_MS`. */
import { machineClock, systemClock } from '../packages/server/src/platform/time/clock.ts'

const offsetMs = Number(process.env.TEST_CLOCK_OFFSET_MS)
const now = () => new Date(Date.now() + offsetMs)

Object.assign(systemClock, { now })
Object.assign(machineClock, { now })
await import('../packages/server/src/main.ts')

import { performance } from 'node:perf_hooks'

/** With fewer under way a busy process is busy with its own work. */
const REQUESTS_MIN = 8
const BUSY = 0.8
const LOOK_MS = 100

/** Whether requests use all of the process: other work then yields to them. */
export function createPressure(requestsInFlight: () => number): () => boolean {
  let before = performance.eventLoopUtilization()
  let lookedAt = 0
  let isBusy = false
  return () => {
    if (requestsInFlight() < REQUESTS_MIN) return false
    const now = performance.now()
    if (now - lookedAt >= LOOK_MS) {
      const present = performance.eventLoopUtilization()
      isBusy = performance.eventLoopUtilization(present, before).utilization > BUSY
      before = present
      lookedAt = now
    }
    return isBusy
  }
}

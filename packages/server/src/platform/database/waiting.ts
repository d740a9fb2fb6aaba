import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '../narrow.ts'
import { ConnectionLost, isUnavailable } from './failure.ts'

const AGAIN_MS = 500
const SAY_MS = 5_000

type Waiting = {
  /** In milliseconds; 0: not at all. */
  readonly waitMs: number
  readonly print: (line: string) => void
}

/** Retries while the database may still become available, and logs why it waits. */
export async function untilThere<T>(
  { waitMs, print }: Waiting,
  open: () => Promise<T>,
): Promise<T> {
  const limit = performance.now() + waitMs
  let saidAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await open()
    } catch (error) {
      const now = performance.now()
      if (!mayCome(error) || now >= limit) throw error
      if (now - saidAt >= SAY_MS) {
        saidAt = now
        const seconds = Math.ceil((limit - now) / 1_000)
        print(`waiting for the database, ${seconds} s at most: ${messageOf(error)}`)
      }
      await pause(AGAIN_MS)
    }
  }
}

/** A rejected user, a missing database or an untrusted certificate is a configuration mistake. */
function mayCome(error: unknown): boolean {
  if (error instanceof ConnectionLost)
    return !/^(28...|3D000)$|CERT|SIGNATURE|^ERR_OSSL/.test(error.code ?? '')
  return isUnavailable(error)
}

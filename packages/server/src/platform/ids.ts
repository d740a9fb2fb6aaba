import { randomBytes } from 'node:crypto'
import type { Clock } from './time/clock.ts'

/** A source of identifiers and random bytes, passed in so that tests control it. */
export type Ids = {
  /**
   * 32 lower-case hex characters: 32 bits of time in seconds, so that new rows stay together, then
   * 96 random bits.
   */
  next(): string
  bytes(length: number): Buffer
  /** Uniform in [0, 1): for jitter only, never for money. */
  fraction(): number
}

const ID_RANDOM_BYTES = 12
/** Asking the system for random bytes costs as much for one id as for hundreds. */
const POOLED_IDS = 512

export function createIds(clock: Clock): Ids {
  let pool = ''
  let used = 0
  const random = (): string => {
    if (used === pool.length) {
      pool = randomBytes(ID_RANDOM_BYTES * POOLED_IDS).toString('hex')
      used = 0
    }
    used += 2 * ID_RANDOM_BYTES
    return pool.slice(used - 2 * ID_RANDOM_BYTES, used)
  }
  let before = -1
  let written = ''
  return {
    next() {
      const seconds = Math.floor(clock.now().getTime() / 1000) >>> 0
      // Hundreds of thousands share a second.
      if (seconds !== before) written = seconds.toString(16).padStart(8, '0')
      before = seconds
      return written + random()
    },
    bytes: randomBytes,
    fraction: () => Math.random(),
  }
}

const ID = /^[0-9a-f]{32}$/
export const isId = (text: string): boolean => ID.test(text)

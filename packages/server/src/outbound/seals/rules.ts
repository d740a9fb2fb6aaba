/** When a stream is sealed. Invariant: what was placed is sealed about a minute later. */
import type { SealHead } from './seal.ts'

export const SEAL_EVERY_MS = 60_000
/** So many events at once: more are sealed by several, one right after the other. */
export const SEALED_AT_ONCE = 1_000

/** Any number of processes ask; a clock that went back holds nothing up. */
export function isSealDue({ sealedAt }: SealHead, waiting: number, now: Date): boolean {
  if (waiting === 0) return false
  if (waiting >= SEALED_AT_ONCE || sealedAt === null) return true
  const passed = now.getTime() - sealedAt.getTime()
  return passed < 0 || passed >= SEAL_EVERY_MS
}

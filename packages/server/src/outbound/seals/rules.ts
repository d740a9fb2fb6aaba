/** When a stream is sealed. Invariant: a placed event is sealed about a minute later. */
import type { SealHead } from './seal.ts'

export const SEAL_EVERY_MS = 60_000
/** The events of one seal: more are covered by several, one right after the other. */
export const SEALED_AT_ONCE = 1_000

/** Any number of processes ask; a clock that went back holds nothing up. */
export function isSealDue({ sealedAt }: SealHead, waiting: number, now: Date): boolean {
  if (waiting === 0) return false
  if (waiting >= SEALED_AT_ONCE || sealedAt === null) return true
  const passed = now.getTime() - sealedAt.getTime()
  return passed < 0 || passed >= SEAL_EVERY_MS
}

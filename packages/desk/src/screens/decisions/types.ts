import type { Answered, OpenedLenderDecision } from '@svc/api'

export type Decision = Answered<typeof OpenedLenderDecision>

/** A word of its own: orders are confirmed, a decline is upheld. */
export const reviewState = (outcome: string): string =>
  outcome === 'confirmed' ? 'upheld' : outcome

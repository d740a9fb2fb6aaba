/**
 * What follows from attempts: pure. Invariants: 1. only a delivery that waits changes its state by
 * an attempt. 2. What ends in turn makes room for the next of its line, exactly once.
 */
import { nextAttemptAt } from '../sending/retry.ts'
import type { Delivery, Line, Outcome } from './delivery.ts'

/** So many that are open end with their endpoint at once; the rest follows (`cancelLeftOpen`). */
export const CANCELLED_AT_ONCE = 5_000

type Moment = { readonly at: Date; readonly random: () => number }

/**
 * The delivery after an attempt. It is kept in any case; but a worker that was so slow that its
 * lease ran out finds what others have made of the delivery meanwhile: then only a success counts,
 * and only while the delivery still waits.
 */
export function afterAttempt(
  delivery: Delivery,
  { claimed, verdict, retryAfter }: Outcome,
  { at, random }: Moment,
): Delivery {
  const attempts = delivery.attempts + 1
  const alone = claimed.delivery.attempts === delivery.attempts
  const late = !alone && verdict !== 'delivered'
  if (delivery.state !== 'waiting' || late) return { ...delivery, attempts }
  const tries = delivery.tries + 1
  const tried = { ...delivery, attempts, tries }
  if (verdict === 'delivered') return ended(tried, 'delivered', at)
  const { deadline } = delivery
  const next = nextAttemptAt({ attempt: tries, now: at, deadline, retryAfter, random })
  return next === undefined ? ended(tried, 'failed', at) : { ...tried, nextAttemptAt: next }
}

export function ended(
  delivery: Delivery,
  state: 'delivered' | 'failed' | 'cancelled',
  at: Date,
): Delivery {
  return { ...delivery, state, nextAttemptAt: null, settledAt: at }
}

export function isOpen({ state }: Delivery): boolean {
  return state === 'queued' || state === 'waiting'
}

/** The line whose turn passes on because of this change; undefined: none. */
export function passedOn(before: Delivery, after: Delivery): Line | undefined {
  const { endpointId, orderId, outOfTurn } = before
  if (outOfTurn || orderId === null || before.state !== 'waiting' || isOpen(after)) return undefined
  return { endpointId, orderId }
}

/** The next of a line, which is due at once. */
export function promoted(delivery: Delivery, at: Date): Delivery {
  return { ...delivery, state: 'waiting', nextAttemptAt: at }
}

/**
 * The consequences of attempts: pure. Invariants: 1. only a waiting delivery changes its state by
 * an attempt. 2. The end of one in turn makes room for the next of its line, exactly once.
 */
import { nextAttemptAt } from '../sending/retry.ts'
import type { Delivery, Line, Outcome } from './delivery.ts'

/**
 * The number of open deliveries that end with their endpoint in one transaction; the rest follows
 * (`cancelLeftOpen`).
 */
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

/** The next of a line, which is due immediately. */
export function promoted(delivery: Delivery, at: Date): Delivery {
  return { ...delivery, state: 'waiting', nextAttemptAt: at }
}

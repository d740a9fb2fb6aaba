/**
 * Places in the stream. Invariants: 1. positions follow each other without a gap. 2. The events of
 * an order have theirs in the order of their sequence.
 */
import type { Placed, Stream, Unplaced } from './event.ts'

/** Gives the next positions to unplaced events, in the given order. */
export function placesFor(
  stream: Stream,
  events: readonly Unplaced[],
): { stream: Stream; placed: readonly Placed[] } {
  const placed = events.map((event, index) => ({
    ...event,
    position: stream.position + index + 1,
  }))
  return { stream: { ...stream, position: stream.position + placed.length }, placed }
}

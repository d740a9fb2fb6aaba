/**
 * The progress of messages to a store, and what happens to them when a newer checkout has the
 * name of their order (contract §12.1): pure. Stores know an order by its name (`mid`) alone, so no
 * attempt of a message begins once a newer checkout has the name; one under way ends first.
 */

export type Progress = {
  readonly state: 'waiting' | 'delivered' | 'abandoned' | 'overtaken'
  /** When the next attempt is due; null: there is none. */
  readonly nextAttemptAt: Date | null
  /** An attempt may be under way until then; null: none is. */
  readonly leasedUntil: Date | null
  /** The order whose checkout has overtaken the message. */
  readonly overtakenBy: string | null
}

/** After a newer checkout has taken the name of the message's order, which has ended. */
export function overtakenProgress(progress: Progress, orderId: string): Progress {
  const state = progress.state === 'waiting' ? 'overtaken' : progress.state
  return { ...progress, state, nextAttemptAt: null, overtakenBy: orderId }
}

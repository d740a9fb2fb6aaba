/** The number of attempts in progress together. */
import { createTally } from '../../platform/turns/tally.ts'

export type SlotLimits = {
  readonly whole: number
  readonly ofReceiver: number
  /** For one whose last attempts all failed: it may hang each time. */
  readonly ofFailing?: number
  /** For each, once half of the whole is taken: others still find room. */
  readonly whenCrowded: number
}

export type Slots = {
  free(): number
  /** How many attempts more may begin to the receiver, as far as there are free slots. */
  roomFor(receiver: string, failing?: boolean): number
  /** Receivers without room. */
  full(): readonly string[]
  /** The answer gives the slot back. */
  take(receiver: string): () => void
}

export function createSlots({
  whole,
  ofReceiver,
  ofFailing = ofReceiver,
  whenCrowded,
}: SlotLimits): Slots {
  const taken = createTally()
  const roomFor = (receiver: string, failing = false) => {
    const crowded = taken.all() >= whole / 2
    const most = failing ? ofFailing : crowded ? whenCrowded : ofReceiver
    return Math.max(0, most - taken.of(receiver))
  }
  return {
    free: () => whole - taken.all(),
    roomFor,
    full: () => taken.names().filter((receiver) => roomFor(receiver) === 0),
    take(receiver) {
      taken.change(receiver, 1)
      return () => taken.change(receiver, -1)
    },
  }
}

import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import type { StoreWork, StoreWriting } from '../../tenancy/test-clocks/store-work.ts'
import type { Attempted, Outgoing } from './message.ts'
import type { SlotLimits, Slots } from './slots.ts'

/** The dependencies of sending; the clock is that of the store, or of all in real time. */
export type Sending = StoreWriting &
  Pick<Service, 'vault' | 'allow' | 'metrics' | 'log'> & {
    /** The clock of signatures, and the secrets for them. */
    readonly real: RealClock
  }

/** A kind of message to stores: what the engine cannot know of it. */
export type MessageKind<Message> = {
  /** In the log and at `/readyz`. */
  readonly name: string
  /** They can wait while requests take all that the machine has. */
  readonly yields?: boolean
  readonly slots: SlotLimits
  /** Attempts to one receiver share its slots. */
  readonly receiverOf: (message: Message) => string
  readonly backlog: (reader: Reader, now: Date) => Promise<Backlog>
  /** Claims due messages in real time, as far as there are slots. */
  readonly claim: (sending: Sending, slots: Slots) => Promise<Claims<Message>>
  /** Claims one store's due messages, by its own time; empty: that is all. */
  readonly claimOf: (sending: Sending, key: StreamKey) => Promise<readonly Message[]>
  /** Moves the end of claims, but not of those that somebody else has settled. */
  readonly renew: (reader: Reader, held: readonly Message[], until: Date) => Promise<void>
  readonly nextDue: StoreWork['nextDue']
  readonly outgoing: (sending: Sending, message: Message) => Promise<Outgoing>
  /** For one store, joint attempts are settled together. */
  readonly together?: true
  /** Stores an attempt and what follows from it: success, the next attempt, or none any more. */
  readonly settling: (sending: Sending) => (message: Message, made: Attempted) => Promise<void>
  /** Its members in the log. */
  readonly about: (message: Message) => Readonly<Record<string, unknown>>
}

type Claims<Message> = {
  readonly messages: readonly Message[]
  /** There may be more that is due. */
  readonly more: boolean
}

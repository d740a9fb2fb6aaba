import type { StreamKey } from '../../model/streams/stream-key.ts'

/** The end of the seals of a stream. */
export type SealHead = StreamKey & {
  /** Number of the last seal; 0 before the first. */
  readonly number: number
  /** The last event that is sealed. */
  readonly position: number
  readonly hash: string
  readonly sealedAt: Date | null
}

/** An event, and the end that its order's ledger, or its store's, had when it happened. */
export type Covered = {
  readonly position: number
  readonly id: string
  readonly type: string
  readonly orderId: string | null
  readonly sequence: number | null
  readonly ledgerSequence: number | null
  /** The hash of that entry; null where nothing had been booked. */
  readonly ledgerHash: string | null
  readonly createdAt: Date
  /** Its object, if it is not an order. */
  readonly subject: string | null
  /** Its data. */
  readonly data: unknown
}

export type Seal = StreamKey & {
  readonly number: number
  readonly firstPosition: number
  readonly lastPosition: number
  /** Which text of an event is hashed (`hash.ts`). */
  readonly contentVersion: 2
  /** Hash of the covered events. */
  readonly contentHash: string
  readonly previousHash: string
  /** Over all of the above. */
  readonly hash: string
  readonly createdAt: Date
}

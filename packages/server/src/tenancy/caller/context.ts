import type { Acting, ActionReason, Principal } from '../../model/actions/action.ts'
import type { Holder, Permission } from '../../model/staff/roles.ts'
import type { Store } from '../../model/stores/store-account.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Database, Writer } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Clock, RealClock } from '../../platform/time/clock.ts'

/** Who asks, and in which mode: every read and write is bound to both. */
export type Caller = {
  readonly store: Store
  readonly sandbox: boolean
  /** A person who reads the store's orders and may change none; of keys their scopes say so. */
  readonly onlyReads?: true
}

/** Whose it is that is read or written, be it that they ask themselves or the lender does. */
export type OfStore = { readonly store: Pick<Store, 'id'>; readonly sandbox: boolean }

/** Who of the lender asks, and in which mode: they see all stores of it. */
export type LenderCaller = {
  readonly principal: Principal
  /** Their roles; a key is one by itself. */
  readonly holders: readonly Holder[]
  readonly permissions: ReadonlySet<Permission>
  readonly sandbox: boolean
}

/** What a read needs beside its input. */
export type Reading = { readonly database: Database }

/** What is read and done for stores, each in its own time. */
export type Places = Reading & {
  readonly clocks: Clocks
  /** Absent: nobody counts. */
  readonly metrics?: Pick<Metrics, 'count'>
}

/** What a read needs whose answer depends on the time of the store. */
export type TimedReading = Reading & { readonly clock: Clock }

/**
 * What an operation needs beside its input: one transaction, time and identifiers. The time is that
 * of the store and mode it works for (`Clocks`).
 */
export type Writing = {
  readonly writer: Writer
  readonly clock: Clock
  readonly ids: Ids
  /** The caller, or the part of the service that does it by itself. */
  readonly acting: Acting
}

/** The same before it is known who acts. */
export type Unsigned = Omit<Writing, 'acting'>

/** What an operation needs whose effects last in the time of the world: on keys and secrets. */
export type RealWriting = Writing & {
  readonly clock: RealClock
  /** Only people of the lender sign in here (decision 0173). */
  readonly staffOnly?: boolean
}

/** With why it is done, as the log of actions has it. */
export function withReason(writing: RealWriting, reason: ActionReason | undefined): RealWriting {
  return reason === undefined ? writing : { ...writing, acting: { ...writing.acting, reason } }
}

/**
 * Whose time it is. The service itself has no clock that an operation could take: who writes or
 * reads for a store asks for its time, in its mode.
 */
export type Clocks = {
  readonly real: RealClock
  /** What the store's time is now. */
  of(key: StreamKey): Promise<Clock>
  /** What an operation for the store works with; the writer is the database unless it is given. */
  writing(key: StreamKey, writer?: Writer): Promise<Unsigned>
  /** Resolves when every process knows that stores may have got their first clock. */
  known(storeId: string): Promise<void>
}

import type { Acting, ActionReason, Principal } from '../../model/actions/action.ts'
import type { Holder, Permission } from '../../model/staff/roles.ts'
import type { Store } from '../../model/stores/store-account.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Database, Writer } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Clock, RealClock } from '../../platform/time/clock.ts'

/** The caller and the mode: every read and write is bound to both. */
export type Caller = {
  readonly store: Store
  readonly sandbox: boolean
  /** A person who may only read the store's orders; a key's scopes say so. */
  readonly onlyReads?: true
}

/** The store whose data are read or written, by itself or by the lender. */
export type OfStore = { readonly store: Pick<Store, 'id'>; readonly sandbox: boolean }

/** A caller of the lender, and the mode: they see all stores in it. */
export type LenderCaller = {
  readonly principal: Principal
  /** Their roles; a key has a role of its own. */
  readonly holders: readonly Holder[]
  readonly permissions: ReadonlySet<Permission>
  readonly sandbox: boolean
}

/** The dependencies of a read. */
export type Reading = { readonly database: Database }

/** Reads and writes for stores, each with its own clock. */
export type Places = Reading & {
  readonly clocks: Clocks
  /** Absent: nothing is counted. */
  readonly metrics?: Pick<Metrics, 'count'>
}

/** The dependencies of a read whose answer depends on the store's clock. */
export type TimedReading = Reading & { readonly clock: Clock }

/**
 * The dependencies of an operation: one transaction, time and identifiers. The clock is that of the
 * store and mode that it works for (`Clocks`).
 */
export type Writing = {
  readonly writer: Writer
  readonly clock: Clock
  readonly ids: Ids
  /** The caller, or the part of the service that acts by itself. */
  readonly acting: Acting
}

/** The same before the author is known. */
export type Unsigned = Omit<Writing, 'acting'>

/** The dependencies of an operation whose effects use real time: on keys and secrets. */
export type RealWriting = Writing & {
  readonly clock: RealClock
  /** Only staff of the lender can sign in (decision 0173). */
  readonly staffOnly?: boolean
}

/** With the reason, as recorded in the log of actions. */
export function withReason(writing: RealWriting, reason: ActionReason | undefined): RealWriting {
  return reason === undefined ? writing : { ...writing, acting: { ...writing.acting, reason } }
}

/**
 * Clocks of stores. The service itself has no clock for operations: whatever writes or reads for a
 * store asks for the store's clock in its mode.
 */
export type Clocks = {
  readonly real: RealClock
  /** The present time of the store. */
  of(key: StreamKey): Promise<Clock>
  /** The dependencies of an operation for the store; the database is the default writer. */
  writing(key: StreamKey, writer?: Writer): Promise<Unsigned>
  /** Resolves when every process knows that stores may have their first test clock. */
  known(storeId: string): Promise<void>
}

import type { Database } from '../database/database.ts'
import type { Ids } from '../ids.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Clock, RealClock } from '../time/clock.ts'
import type { Outbound } from './address-guard.ts'
/** What an attempt to send a message works with. */
export type Delivering = {
  readonly database: Database
  /** Of the store. */
  readonly clock: Clock
  /** That of signatures, and of the secrets that make them. */
  readonly real: RealClock
  readonly ids: Ids
  readonly vault: Vault
  readonly allow: Outbound
  readonly log: { error(details: object, message: string): void }
}

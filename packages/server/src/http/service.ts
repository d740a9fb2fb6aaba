import type { Database } from '../database/database.ts'
import type { Scorecard } from '../decisions/deciding.ts'
import type { Ids } from '../ids.ts'
import type { Outbound } from '../notifications/address-guard.ts'
import type { Providers } from '../payments/provider.ts'
import type { Readiness } from '../readiness/readiness.ts'
import type { StoreChanges } from '../stores/store-changes.ts'
import type { Clocks } from '../test-clocks/clocks.ts'
import type { Vault } from '../vault.ts'
import type { ClientAddresses } from './client-address.ts'
import type { LimitSettings } from './limit-settings.ts'

/** What the routes work with; made once in main.ts. */
export type Service = {
  readonly database: Database
  readonly clocks: Clocks
  readonly ids: Ids
  readonly vault: Vault
  /** Who moves the buyers' money. */
  readonly providers: Providers
  readonly brand: string
  readonly demo: boolean
  /** Which addresses of stores may be reached. */
  readonly allow: Outbound
  /** The lender's own decider; absent: the built-in rules alone. */
  readonly scorecard?: Scorecard | undefined
  readonly storeChanges: StoreChanges
  /** Where requests come from. */
  readonly clientAddresses: ClientAddresses
  readonly limits: LimitSettings
  /** Known once the server listens. */
  readonly baseUrl: () => string
  /** Whether requests are served and work is done. */
  readonly readiness: Readiness
  /** The process is on its way out: nothing new is begun. */
  readonly stopping: () => boolean
  /** Tells the worker that something may be due. */
  readonly wake: () => void
  readonly log: {
    error(details: object, message: string): void
    info(details: object, message: string): void
  }
}

import type { Provider } from '../../model/staff/provider.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Outbound } from '../../platform/network/address-guard.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { Clocks } from './context.ts'
import type { StoreChanges } from './store-changes.ts'

/** The dependencies of all routes; created once in main.ts. */
export type Service = {
  readonly database: Database
  readonly clocks: Clocks
  readonly ids: Ids
  readonly vault: Vault
  /** The identity provider; undefined: there is none. */
  readonly oidc: Provider | undefined
  readonly brand: string
  readonly demo: boolean
  /** The policy for addresses of stores. */
  readonly allow: Outbound
  readonly storeChanges: StoreChanges
  /** Known once the server listens. */
  readonly baseUrl: () => string
  /** The URL of the desk; absent: `baseUrl`. */
  readonly deskUrl?: (() => string) | undefined
  /** The process is stopping: nothing new begins. */
  readonly stopping: () => boolean
  /** Signals the worker that something may be due. */
  readonly wake: () => void
  readonly metrics: Metrics
  readonly log: {
    error(details: object, message: string): void
    info(details: object, message: string): void
  }
}

import type { Provider } from '../../model/staff/provider.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Outbound } from '../../platform/network/address-guard.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { Clocks } from './context.ts'
import type { StoreChanges } from './store-changes.ts'

/** What the routes of every vertical work with; made once in main.ts. */
export type Service = {
  readonly database: Database
  readonly clocks: Clocks
  readonly ids: Ids
  readonly vault: Vault
  /** Signs people in; undefined: nobody else does. */
  readonly oidc: Provider | undefined
  readonly brand: string
  readonly demo: boolean
  /** Which addresses of stores may be reached. */
  readonly allow: Outbound
  readonly storeChanges: StoreChanges
  /** Known once the server listens. */
  readonly baseUrl: () => string
  /** Where people reach the desk; absent: at `baseUrl`. */
  readonly deskUrl?: (() => string) | undefined
  /** The process is on its way out: nothing new is begun. */
  readonly stopping: () => boolean
  /** Tells the worker that something may be due. */
  readonly wake: () => void
  readonly metrics: Metrics
  readonly log: {
    error(details: object, message: string): void
    info(details: object, message: string): void
  }
}

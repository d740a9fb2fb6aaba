import type { CheckoutService } from '../../checkout/checkouts/checkout-service.ts'
import type { PagesService } from '../../lender/desk-pages/routes.ts'
import type { RequestLog } from '../../lender/request-log/keeping.ts'
import type { ClientAddresses } from '../../platform/http/client-address.ts'
import type { Tracer } from '../../platform/tracing/tracer.ts'
import type { Peers } from '../processes/peers.ts'
import type { Readiness } from '../readiness/readiness.ts'
import type { DeskPeople } from './desk-address.ts'
import type { LimitSettings } from './limit-settings.ts'
import type { Traffic } from './traffic.ts'

/** The assembled service: each wing below uses a part of it. */
export type WholeService = CheckoutService & {
  /** Who signs in here. */
  readonly desk: DeskPeople
  /** It also contains what people may have to look at. */
  readonly log: PagesService['log']
  /** Where requests come from. */
  readonly clientAddresses: ClientAddresses
  readonly limits: LimitSettings
  /** The other processes on the same database. */
  readonly peers: Peers
  /** Whether requests are served and work is done. */
  readonly readiness: Readiness
  readonly tracer: Tracer
  /** Keeps the requests, for anyone who looks for it later. */
  readonly requestLog: RequestLog
  /** Counts and logs the results of requests. */
  readonly traffic: Traffic
}

import type { Providers } from '../../credit/payments/provider.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import type { Scorecard } from '../decisions/deciding.ts'

/** What the routes of the checkout work with. */
export type CheckoutService = Service & {
  /** Who moves the buyers' money. */
  readonly providers: Providers
  /** The lender's own decider; absent: the built-in rules alone. */
  readonly scorecard?: Scorecard | undefined
}

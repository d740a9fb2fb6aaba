import type { Providers } from '../../credit/payments/provider.ts'
import type { Reader } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { hadTwoAdmins } from '../../tenancy/staff-accounts/store.ts'
import type { Scorecard } from '../decisions/deciding.ts'

/** The dependencies of the checkout's routes. */
export type CheckoutService = Service & {
  /** They move the buyers' money. */
  readonly providers: Providers
  /** The lender's own decider; absent: the built-in rules alone. */
  readonly scorecard?: Scorecard | undefined
}

/**
 * Why nothing is lent in live mode (decision 0140): while no second person could approve a request,
 * or while nobody takes payments. Not used in a demo.
 */
export async function liveRefusal(reader: Reader): Promise<Refused> {
  const isGoverned = await hadTwoAdmins(reader)
  const what = isGoverned ? 'payment provider' : 'two administrators who can sign in'
  return new Refused('live_not_configured', { values: { what } })
}

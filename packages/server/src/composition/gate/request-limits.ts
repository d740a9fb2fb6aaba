/** The limits on requests: each kind of caller is counted by something it cannot multiply. */
import { errorCatalogue } from '@svc/api'
import type { Principal } from '../../model/actions/action.ts'
import { createLanes } from '../../platform/database/lanes.ts'
import type { ClientAddress } from '../../platform/http/client-address.ts'
import { createRateLimiter, type Limited } from '../../platform/http/rate-limit.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Peers } from '../processes/peers.ts'
import { sharedLimiter } from '../processes/shared-limiter.ts'
import type { LimitSettings } from '../service/limit-settings.ts'
import type { Identity } from './authenticate.ts'

type Attempted<T> = {
  readonly work: () => Promise<T>
  readonly refuse: (limited: Limited) => void
  /** The statuses of refusals that count. */
  readonly failures: readonly number[]
}

export type RequestLimits = {
  /**
   * A store's private keys share a bucket, over all processes. Its public key is known to
   * everybody: requests with it count against the sender's address alone, so that no stranger
   * spends the budget of others.
   */
  ofKey(identity: Identity, client: ClientAddress): Limited
  /** Each person, and each key of the lender, has its own, as large as a store's. */
  ofPrincipal(principal: Principal): Limited
  ofCheckout(checkoutId: string): Limited
  /**
   * Runs the check of a caller's credentials. Failures count against their address; after too many
   * nothing is looked up: `refuse` gets the refusal, and throws. One at a time, or many that come
   * together would all be looked up before the first has failed.
   */
  attempt<T>(client: ClientAddress, attempted: Attempted<T>): Promise<T>
}

const ATTEMPT_MS_MAX = 2_000

export function createRequestLimits(
  settings: LimitSettings,
  { clock, peers }: { readonly clock: Clock; readonly peers: Pick<Peers, 'publish' | 'hear'> },
): RequestLimits {
  const counted = createRateLimiter(settings.privateKeys, clock, 'store')
  const stores = settings.privateKeys === undefined ? counted : sharedLimiter(counted, peers)
  const pages = createRateLimiter(settings.publicKeys, clock, 'address')
  const checkouts = createRateLimiter(settings.checkouts, clock, 'checkout')
  const failures = createRateLimiter(settings.failures, clock, 'failures')
  const limit = settings.failures?.perSecond ?? 0
  const late = () => new Refused('rate_limited', { values: { limit } })
  const attempts = createLanes(ATTEMPT_MS_MAX, late)
  return {
    ofKey({ key, store }, { group }) {
      if (key.kind === 'private') return stores.take(store.id)
      return pages.take(group && `${group} ${store.id}`)
    },
    ofPrincipal: ({ kind, id }) => stores.take(`${kind}/${id}`),
    ofCheckout: (checkoutId) => checkouts.take(checkoutId),
    async attempt({ group }, { work, refuse, failures: statuses }) {
      if (group === undefined || settings.failures === undefined) return work()
      return attempts.run(group, async () => {
        refuse(failures.look(group))
        try {
          return await work()
        } catch (error) {
          const status = error instanceof Refused ? errorCatalogue[error.code].status : undefined
          if (status !== undefined && statuses.includes(status)) failures.take(group)
          throw error
        }
      })
    },
  }
}

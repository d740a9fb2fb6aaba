/**
 * The sandbox's payment provider. It imitates a remote one: it has tables of its own, takes part in
 * no transaction of ours, and is reached through the port only.
 */
import { ZERO } from '@svc/api'
import type { FoundOutcome, Outcome } from '../../model/payment/payment.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { coalesce } from '../../platform/work/coalesce.ts'
import type { PaymentProvider, Providers, Scope } from '../payments/provider.ts'
import { carryOut, type ProviderRequest, STANDARD_CARD, STANDARD_TOKEN } from './carrying-out.ts'
import { answerAt } from './rules.ts'
import { findCard, findRequest } from './store.ts'

const CARRIED_OUT_AT_ONCE = 50

type SandboxProviding = {
  readonly database: Database
  readonly ids: Ids
  /** Whether it also serves live mode: on a demo server only. */
  readonly demo: boolean
}

/** Serves the sandbox, and live mode on a demo server. */
export function sandboxProviders(options: SandboxProviding): Providers {
  return (scope, clock) =>
    scope.sandbox || options.demo ? createSandboxProvider(options, scope, clock) : undefined
}

function createSandboxProvider(
  { database, ids }: SandboxProviding,
  scope: Scope,
  clock: Clock,
): PaymentProvider {
  const carriedOut = coalesce<ProviderRequest, FoundOutcome>({
    groupMax: CARRIED_OUT_AT_ONCE,
    groupsMax: 1,
    answer: (all) =>
      database.transaction(null, (tx) =>
        carryOut(tx, all, { scope, at: clock.now(), newReference: ids.next }),
      ),
    alone: () => true,
  })
  const moved = async (requested: ProviderRequest): Promise<Outcome> => {
    const result = await carriedOut(requested)
    // The caller cannot tell a lost request from one that is not answered.
    return result.state === 'never_seen' ? { state: 'unknown' } : result
  }
  return {
    name: 'sandbox',
    standardToken: STANDARD_TOKEN,
    cardFrame: '/sandbox/card-frame',
    async card(token) {
      const card = token === STANDARD_TOKEN ? STANDARD_CARD : await findCard(database, scope, token)
      return card && { brand: card.brand, last4: card.last4, expiry: card.expiry }
    },
    authorise: (request) => moved({ ...request, kind: 'authorise', authorisation: null }),
    charge: (request) =>
      moved({ ...request, kind: 'charge', authorisation: request.authorisation ?? null }),
    release: ({ key, authorisation }) =>
      moved({ key, token: '', amount: ZERO, currency: '', kind: 'release', authorisation }),
    refund: (request) => moved({ ...request, kind: 'refund', authorisation: null }),
    async find(key) {
      const known = await findRequest(database, scope, key)
      if (known === undefined) return { state: 'never_seen' }
      return answerAt(known, known.reference, clock.now())
    },
  }
}

/**
 * How a provider is called: outside any transaction, for a limited time; any failure on the way
 * means that the outcome is unknown.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { Acting } from '../../model/actions/action.ts'
import {
  type FoundOutcome,
  type Outcome,
  type Payment,
  type PaymentMethod,
  tokenPlace,
} from '../../model/payment/payment.ts'
import type { Database } from '../../platform/database/database.ts'
import { errorDetails } from '../../platform/error-details.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { PaymentProvider, Providers } from './provider.ts'

/** Shorter than the time after which the janitor looks. */
const ANSWER_MS_MAX = 30_000

type Context = {
  readonly vault: Vault
  readonly log: { error(details: object, message: string): void }
}

async function inTime<T>(
  { log }: Context,
  { storeId, orderId, id }: Payment,
  ask: () => Promise<T>,
): Promise<T | { readonly state: 'unknown' }> {
  const ended = new AbortController()
  const late = pause(ANSWER_MS_MAX, { state: 'unknown' } as const, {
    ref: false,
    signal: ended.signal,
  })
  // Cut short when the answer was there first.
  late.catch(() => {})
  try {
    return await Promise.race([ask(), late])
  } catch (error) {
    const about = { payment_id: id, order_id: orderId, store_id: storeId }
    log.error({ ...about, ...errorDetails(error) }, 'the payment provider could not be reached')
    return { state: 'unknown' }
  } finally {
    ended.abort()
  }
}

type Request = {
  readonly provider: PaymentProvider
  readonly payment: Payment
  /** Undefined: what the provider has where no card was given. */
  readonly method: PaymentMethod | undefined
  /** The reference of the authorisation that a charge takes from. */
  readonly authorisation?: string | undefined
}

/** Sends what the payment is; with the same key as ever, so that it is never done twice. */
export function sendPayment(context: Context, request: Request): Promise<Outcome> {
  const { provider, payment, method, authorisation } = request
  const { id: key, amount, currency, kind } = payment
  return inTime(context, payment, () => {
    const { storeId, orderId } = payment
    const token =
      method === undefined
        ? provider.standardToken
        : context.vault.open(method.sealedToken, tokenPlace(storeId, orderId))
    if (token === undefined) throw new Error(`order ${payment.orderId} has no card`)
    const money = { key, token, amount, currency }
    if (kind === 'authorisation') return provider.authorise(money)
    if (kind === 'return') return provider.refund(money)
    return provider.charge(authorisation === undefined ? money : { ...money, authorisation })
  })
}

/** Its outcome. */
export function findOutcome(
  context: Context,
  { provider, payment }: Pick<Request, 'provider' | 'payment'>,
): Promise<FoundOutcome> {
  return inTime(context, payment, () => provider.find(payment.id))
}

/** Gives back what an authorisation holds. */
export function sendRelease(
  context: Context,
  { provider, payment }: Pick<Request, 'provider' | 'payment'>,
): Promise<Outcome> {
  const { id, reference } = payment
  return inTime(context, payment, () =>
    provider.release({ key: `${id}.release`, authorisation: reference ?? '' }),
  )
}

export type Authorising = Context & {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly acting: Acting
  readonly providers: Providers
}

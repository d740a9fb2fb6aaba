import type { Cents } from '@svc/api'
import type { Card, FoundOutcome, Outcome } from '../../model/payment/payment.ts'
import type { Clock } from '../../platform/time/clock.ts'

export type MoneyRequest = {
  /** Ours: the same key never does it twice. */
  readonly key: string
  readonly token: string
  readonly amount: Cents
  readonly currency: string
}

type ChargeRequest = MoneyRequest & {
  /** The reference of an authorisation that it takes from. */
  readonly authorisation?: string
}

type ReleaseRequest = { readonly key: string; readonly authorisation: string }

/**
 * The port to the provider that moves the buyer's money. It may answer late, twice, or differently
 * than before; it never carries out one key twice (decision 0036).
 */
export type PaymentProvider = {
  readonly name: string
  /** The default token if the buyer gave no card; absent: they have to give one. */
  readonly standardToken?: string
  /** Path of the page in which it takes a card; absent: we have none. */
  readonly cardFrame?: string
  /** Undefined if the token is not this provider's. */
  card(token: string): Promise<Card | undefined>
  /** Reserves an amount; zero only checks whether the card is valid. */
  authorise(request: MoneyRequest): Promise<Outcome>
  charge(request: ChargeRequest): Promise<Outcome>
  release(request: ReleaseRequest): Promise<Outcome>
  /** Money back to the card. */
  refund(request: MoneyRequest): Promise<Outcome>
  find(key: string): Promise<FoundOutcome>
}

/** A store in one mode. */
export type Scope = { readonly storeId: string; readonly sandbox: boolean }

/**
 * The provider of a store in a mode, by the clock of that store; undefined where none is
 * configured.
 */
export type Providers = (scope: Scope, clock: Clock) => PaymentProvider | undefined

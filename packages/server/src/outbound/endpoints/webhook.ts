import type { AnyEventType } from '@svc/api'
import { isLenders, tablesOf } from '../../model/streams/owners.ts'
import {
  placeOf,
  type SealedPlace,
  type SealedText,
} from '../../platform/secrets/sealed-columns.ts'

/** The members of an endpoint that its owner sets. */
export type WebhookFields = {
  readonly url: string
  /** Null: all, also those that come later. */
  readonly types: readonly AnyEventType[] | null
  readonly name: string | null
}

/** A webhook of a store, or of the lender. */
export type Webhook = WebhookFields & {
  /** `LENDER` in place of a store. */
  readonly storeId: string
  readonly sandbox: boolean
  readonly id: string
  /** Version of the bodies. */
  readonly version: string
  readonly state: 'enabled' | 'disabled'
  /** `store`: by its owner, be it the lender. */
  readonly disabledReason: 'store' | 'gone' | 'failing' | null
  readonly disabledAt: Date | null
  readonly failingSince: Date | null
  /** Attempts that failed since the last success. */
  readonly failures: number
  readonly createdAt: Date
}

/** With its open deliveries, counted up to a bound. */
export type ListedWebhook = Webhook & { readonly pending: number }

/** One that deliveries are still open to although it may be deleted. */
export type Endpoint = Omit<Webhook, 'state'> & { readonly state: Webhook['state'] | 'deleted' }

export type EndpointKey = { readonly storeId: string; readonly endpointId: string }

/** The secrets that sign, encrypted. */
export type Secrets = {
  readonly secret: string
  readonly secretPrevious: string | null
  readonly secretPreviousUntil: Date | null
}

/** Why it is disabled, as its owner reads it. */
export function reasonOf({
  storeId,
  disabledReason,
}: Pick<Endpoint, 'storeId' | 'disabledReason'>) {
  return disabledReason === 'store' && isLenders(storeId) ? 'lender' : disabledReason
}

export type WebhookId = Pick<Webhook, 'storeId' | 'id'>

export function secretPlace({ storeId, id }: WebhookId): SealedPlace {
  const { endpoints } = tablesOf(storeId)
  return placeOf(`${endpoints}.secret`, storeId, id)
}

export function previousSecretPlace({ storeId, id }: WebhookId): SealedPlace {
  const { endpoints } = tablesOf(storeId)
  return placeOf(`${endpoints}.secret_previous`, storeId, id)
}

/** Both secrets with their places, the newest first. */
export function signingSecrets(
  id: WebhookId,
  { secret, secretPrevious: previous }: Pick<Secrets, 'secret' | 'secretPrevious'>,
): SealedText[] {
  const newest = { sealed: secret, place: secretPlace(id) }
  return previous === null
    ? [newest]
    : [newest, { sealed: previous, place: previousSecretPlace(id) }]
}

import type { EventType } from '@svc/api'
import {
  placeOf,
  type SealedPlace,
  type SealedText,
} from '../../platform/secrets/sealed-columns.ts'

/** What a store says of an endpoint. */
export type WebhookFields = {
  readonly url: string
  /** Null: all, also those that come later. */
  readonly types: readonly EventType[] | null
  readonly name: string | null
}

/** Where a store is told of its events. */
export type Webhook = WebhookFields & {
  readonly storeId: string
  readonly sandbox: boolean
  readonly id: string
  /** Of what is sent. */
  readonly version: string
  readonly state: 'enabled' | 'disabled'
  readonly disabledReason: 'store' | 'gone' | 'failing' | null
  readonly disabledAt: Date | null
  readonly failingSince: Date | null
  /** Attempts that failed since the last success. */
  readonly failures: number
  readonly createdAt: Date
}

/** With what is open to it, counted up to a bound. */
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

export type WebhookId = Pick<Webhook, 'storeId' | 'id'>

export function secretPlace({ storeId, id }: WebhookId): SealedPlace {
  return placeOf('webhook_endpoints.secret', storeId, id)
}

export function previousSecretPlace({ storeId, id }: WebhookId): SealedPlace {
  return placeOf('webhook_endpoints.secret_previous', storeId, id)
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

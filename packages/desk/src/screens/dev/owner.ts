/**
 * The owner of webhooks: a store, or the lender, whose webhooks receive the events of all stores
 * and more.
 */
import type {
  Answered,
  DeliveryAnswer,
  LenderDeliveryAnswer,
  LenderWebhookAnswer,
  WebhookAnswer,
} from '@svc/api'
import { isOfStore } from '../../client/store.ts'
import { allEventTypes, eventTypes } from './event-types.ts'

export type Webhook = Answered<typeof WebhookAnswer> | Answered<typeof LenderWebhookAnswer>
export type Delivery = Answered<typeof DeliveryAnswer> | Answered<typeof LenderDeliveryAnswer>

/** Of the API. */
export const webhooksPath = (): string => (isOfStore.value ? '/me/webhooks' : '/lender/webhooks')

export const typesOfOwner = (): readonly string[] => (isOfStore.value ? eventTypes : allEventTypes)

/** The permission to create and change them. */
export const permissionToChange = () =>
  isOfStore.value
    ? ({ permission: 'settings:write', part: 'webhooks' } as const)
    : { permission: 'webhooks:write' }

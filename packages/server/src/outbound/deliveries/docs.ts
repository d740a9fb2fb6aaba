/** OpenAPI descriptions of the routes in this folder. */
import {
  DeliveriesAnswer,
  DeliveryAnswer,
  DeliveryPage,
  RecoveryAnswer,
  WholeDeliveryAnswer,
} from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { deliveryList } from './list-store.ts'

export const listDeliveries: RouteDoc = {
  operation: 'listDeliveries',
  summary: 'List the deliveries of a webhook, sent and queued, newest first',
  answers: { 200: DeliveryPage },
  errors: ['webhook_not_found'],
  list: deliveryList,
}

export const getDelivery: RouteDoc = {
  operation: 'getDelivery',
  summary: 'Retrieve a delivery with its body and every attempt',
  answers: { 200: WholeDeliveryAnswer },
  errors: ['webhook_not_found', 'delivery_not_found'],
}

export const replayDelivery: RouteDoc = {
  operation: 'replayDelivery',
  summary: 'Resend a finished delivery, at once and out of sequence',
  answers: { 202: DeliveryAnswer },
  errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled', 'delivery_open'],
}

export const recoverDeliveries: RouteDoc = {
  operation: 'recoverDeliveries',
  summary: 'Resend the events that the webhook has missed since a time, in sequence per order',
  answers: { 202: RecoveryAnswer },
  errors: ['webhook_not_found', 'webhook_disabled'],
}

export const sendExample: RouteDoc = {
  operation: 'sendExample',
  summary: 'Send an example event to a webhook',
  answers: { 202: DeliveryAnswer },
  errors: ['webhook_not_found', 'webhook_disabled'],
}

export const sendExamples: RouteDoc = {
  operation: 'sendExamples',
  summary: 'Send an example event to every webhook that subscribes to its type',
  answers: { 202: DeliveriesAnswer },
  errors: ['event_type_not_found'],
}

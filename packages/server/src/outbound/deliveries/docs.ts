/** What the OpenAPI document says of the routes beside this file. */
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
  summary: 'What was and is to be sent to a webhook, newest first',
  answers: { 200: DeliveryPage },
  errors: ['webhook_not_found'],
  list: deliveryList,
}

export const getDelivery: RouteDoc = {
  operation: 'getDelivery',
  summary: 'A delivery with what is posted and every attempt',
  answers: { 200: WholeDeliveryAnswer },
  errors: ['webhook_not_found', 'delivery_not_found'],
}

export const replayDelivery: RouteDoc = {
  operation: 'replayDelivery',
  summary: 'Send once more what is settled, at once and out of turn',
  answers: { 202: DeliveryAnswer },
  errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled', 'delivery_open'],
}

export const recoverDeliveries: RouteDoc = {
  operation: 'recoverDeliveries',
  summary: 'Send the events that the webhook missed since a time, in sequence per order',
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
  summary: 'Send an example event to every webhook that takes its type',
  answers: { 202: DeliveriesAnswer },
  errors: ['event_type_not_found'],
}

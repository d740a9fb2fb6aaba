/** What the OpenAPI document says of the routes beside this file. */
import {
  LenderDeliveryAnswer,
  LenderDeliveryPage,
  LenderRecoveryAnswer,
  WholeLenderDeliveryAnswer,
} from '@svc/api'
import { deliveryList } from '../../outbound/deliveries/list-store.ts'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listDeliveries: RouteDoc = {
  operation: 'listLenderDeliveries',
  summary: 'What was and is to be sent to a webhook of the lender, newest first',
  answers: { 200: LenderDeliveryPage },
  errors: ['webhook_not_found'],
  list: deliveryList,
}

export const getDelivery: RouteDoc = {
  operation: 'getLenderDelivery',
  summary: 'A delivery with what is posted and every attempt',
  answers: { 200: WholeLenderDeliveryAnswer },
  errors: ['webhook_not_found', 'delivery_not_found'],
}

export const replayDelivery: RouteDoc = {
  operation: 'replayLenderDelivery',
  summary: 'Send once more what is settled, at once and out of turn',
  answers: { 202: LenderDeliveryAnswer },
  errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled', 'delivery_open'],
}

export const recoverDeliveries: RouteDoc = {
  operation: 'recoverLenderDeliveries',
  summary: 'Send the events that the webhook missed since a time or a place of the stream',
  answers: { 202: LenderRecoveryAnswer },
  errors: ['webhook_not_found', 'webhook_disabled'],
}

export const sendExample: RouteDoc = {
  operation: 'sendLenderExample',
  summary: 'Send an example event to a webhook of the lender',
  answers: { 202: LenderDeliveryAnswer },
  errors: ['webhook_not_found', 'webhook_disabled'],
}

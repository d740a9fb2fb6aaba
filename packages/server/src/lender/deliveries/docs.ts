/** OpenAPI descriptions of the routes in this folder. */
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
  summary: 'List the deliveries of a lender webhook, sent and queued, newest first',
  answers: { 200: LenderDeliveryPage },
  errors: ['webhook_not_found'],
  list: deliveryList,
}

export const getDelivery: RouteDoc = {
  operation: 'getLenderDelivery',
  summary: 'Retrieve a delivery with its body and every attempt',
  answers: { 200: WholeLenderDeliveryAnswer },
  errors: ['webhook_not_found', 'delivery_not_found'],
}

export const replayDelivery: RouteDoc = {
  operation: 'replayLenderDelivery',
  summary: 'Resend a finished delivery, at once and out of sequence',
  answers: { 202: LenderDeliveryAnswer },
  errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled', 'delivery_open'],
}

export const recoverDeliveries: RouteDoc = {
  operation: 'recoverLenderDeliveries',
  summary: 'Resend the events that the webhook has missed since a time or a position',
  answers: { 202: LenderRecoveryAnswer },
  errors: ['webhook_not_found', 'webhook_disabled'],
}

export const sendExample: RouteDoc = {
  operation: 'sendLenderExample',
  summary: 'Send an example event to a lender webhook',
  answers: { 202: LenderDeliveryAnswer },
  errors: ['webhook_not_found', 'webhook_disabled'],
}

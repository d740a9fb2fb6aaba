/** OpenAPI descriptions of the routes in this folder. */
import {
  LenderWebhookAnswer,
  LenderWebhookPage,
  NewLenderWebhookAnswer,
  WebhookSecretAnswer,
} from '@svc/api'
import { webhookList } from '../../outbound/webhooks/list-store.ts'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const createWebhook: RouteDoc = {
  operation: 'createLenderWebhook',
  summary: 'Create a webhook for the events of all stores; only this answer contains its secret',
  answers: { 201: NewLenderWebhookAnswer },
  errors: ['webhook_limit_reached'],
}

export const listWebhooks: RouteDoc = {
  operation: 'listLenderWebhooks',
  summary: "List the lender's webhooks, newest first",
  answers: { 200: LenderWebhookPage },
  list: webhookList,
}

export const getWebhook: RouteDoc = {
  operation: 'getLenderWebhook',
  summary: 'Retrieve a lender webhook, without its secret',
  answers: { 200: LenderWebhookAnswer },
  errors: ['webhook_not_found'],
}

export const changeWebhook: RouteDoc = {
  operation: 'changeLenderWebhook',
  summary: 'Update, disable or re-enable a webhook; disabling cancels its open deliveries',
  answers: { 200: LenderWebhookAnswer },
  errors: ['webhook_not_found'],
}

export const deleteWebhook: RouteDoc = {
  operation: 'deleteLenderWebhook',
  summary: 'Delete a lender webhook',
  answers: { 204: null },
  errors: ['webhook_not_found'],
}

export const rotateSecret: RouteDoc = {
  operation: 'rotateLenderWebhookSecret',
  summary: 'Rotate the signing secret; the previous one stays valid for the overlap',
  answers: { 201: WebhookSecretAnswer },
  errors: ['webhook_not_found'],
}

/** What the OpenAPI document says of the routes beside this file. */
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
  summary: 'Register an address that receives events of all stores; its secret is shown once',
  answers: { 201: NewLenderWebhookAnswer },
  errors: ['webhook_limit_reached'],
}

export const listWebhooks: RouteDoc = {
  operation: 'listLenderWebhooks',
  summary: 'Webhooks of the lender, newest first',
  answers: { 200: LenderWebhookPage },
  list: webhookList,
}

export const getWebhook: RouteDoc = {
  operation: 'getLenderWebhook',
  summary: 'A webhook of the lender, without its secret',
  answers: { 200: LenderWebhookAnswer },
  errors: ['webhook_not_found'],
}

export const changeWebhook: RouteDoc = {
  operation: 'changeLenderWebhook',
  summary: 'Change a webhook, disable it, enable it again; disabling ends what is open',
  answers: { 200: LenderWebhookAnswer },
  errors: ['webhook_not_found'],
}

export const deleteWebhook: RouteDoc = {
  operation: 'deleteLenderWebhook',
  summary: 'Delete a webhook of the lender',
  answers: { 204: null },
  errors: ['webhook_not_found'],
}

export const rotateSecret: RouteDoc = {
  operation: 'rotateLenderWebhookSecret',
  summary: 'A new secret that signs; the one before signs beside it for the overlap',
  answers: { 201: WebhookSecretAnswer },
  errors: ['webhook_not_found'],
}

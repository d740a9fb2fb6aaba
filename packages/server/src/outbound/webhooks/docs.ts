/** OpenAPI descriptions of the routes in this folder. */
import { NewWebhookAnswer, WebhookAnswer, WebhookPage, WebhookSecretAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { webhookList } from './list-store.ts'

export const createWebhook: RouteDoc = {
  operation: 'createWebhook',
  summary: 'Create a webhook; only this answer contains its secret',
  answers: { 201: NewWebhookAnswer },
  errors: ['webhook_limit_reached'],
}

export const listWebhooks: RouteDoc = {
  operation: 'listWebhooks',
  summary: 'List the webhooks of the store, newest first',
  answers: { 200: WebhookPage },
  list: webhookList,
}

export const getWebhook: RouteDoc = {
  operation: 'getWebhook',
  summary: 'Retrieve a webhook, without its secret',
  answers: { 200: WebhookAnswer },
  errors: ['webhook_not_found'],
}

export const changeWebhook: RouteDoc = {
  operation: 'changeWebhook',
  summary: 'Update, disable or re-enable a webhook; disabling cancels its open deliveries',
  answers: { 200: WebhookAnswer },
  errors: ['webhook_not_found'],
}

export const deleteWebhook: RouteDoc = {
  operation: 'deleteWebhook',
  summary: 'Delete a webhook',
  answers: { 204: null },
  errors: ['webhook_not_found'],
}

export const rotateSecret: RouteDoc = {
  operation: 'rotateWebhookSecret',
  summary: 'Rotate the signing secret; the previous one stays valid for the overlap',
  answers: { 201: WebhookSecretAnswer },
  errors: ['webhook_not_found'],
}

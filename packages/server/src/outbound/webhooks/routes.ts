import {
  ChangeWebhookBody,
  CreateWebhookBody,
  eventTypes,
  RotateSecretBody,
  WebhookAnswer,
  type WebhookChange,
} from '@svc/api'
import { pageView } from '../../platform/http/paging.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import { answer, NO_CONTENT, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { storeAddressFault } from '../../tenancy/caller/store-address.ts'
import { changeWebhook } from './change-webhook.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import * as docs from './docs.ts'
import { getWebhook } from './get-webhook.ts'
import { changeOf, newFields, webhookFaults } from './input.ts'
import { listWebhooks } from './list-webhooks.ts'
import { rotateSecret } from './rotate-secret.ts'
import { newWebhookView, secretView, webhookView } from './view.ts'

const reads = { kind: 'private', scope: 'events:read' } as const
const writes = { kind: 'private', scope: 'settings:write', reach: 'webhooks' } as const
/** A webhook is a way out for all data of its events. */
const opens = { ...writes, stepUp: true } as const

type Place = (caller: Caller) => Promise<void>

/**
 * Where a store receives its events; what was sent there is in deliveries/. `place` gives all new
 * events their places: events committed before a request come before its changes.
 */
export function webhookRoutes(service: Service, place: Place): Route[] {
  return [...readingRoutes(service), ...writingRoutes(service, place)]
}

function readingRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/me/webhooks',
      access: reads,
      doc: docs.listWebhooks,
      async handle({ caller, query, baseUrl }) {
        const { count, webhooks, page } = await listWebhooks(service, caller, query)
        const url = `${baseUrl}/me/webhooks`
        return answer(200, pageView(webhooks.map(webhookView), { count, url, query, page }))
      },
    }),
    route({
      method: 'GET',
      path: '/me/webhooks/:webhookId',
      access: reads,
      doc: docs.getWebhook,
      async handle({ caller, params }) {
        return answer(200, webhookView(await getWebhook(service, caller, params.webhookId)))
      },
    }),
  ]
}

function checksOf(service: Service) {
  const faults = (body: WebhookChange, caller: Caller) =>
    webhookFaults(body, (url) => storeAddressFault(url, service, caller))
  return { faults, knownBy: WebhookAnswer }
}

function writingRoutes(service: Service, place: Place): Route[] {
  const { vault } = service
  const checked = checksOf(service)
  return [
    route({
      method: 'POST',
      path: '/me/webhooks',
      access: opens,
      doc: docs.createWebhook,
      body: CreateWebhookBody,
      ...checked,
      secretAnswer: true,
      async handle({ caller, body, version, write }) {
        await place(caller)
        const input = { fields: newFields(body, eventTypes), version, vault }
        return write(
          (writing) => createWebhook(writing, caller, input),
          (made) => answer(201, newWebhookView(made), `/me/webhooks/${made.webhook.id}`),
        )
      },
    }),
    route({
      method: 'PATCH',
      path: '/me/webhooks/:webhookId',
      access: opens,
      doc: docs.changeWebhook,
      body: ChangeWebhookBody,
      ...checked,
      async handle({ caller, params, body, rawBody, write }) {
        await place(caller)
        const input = { webhookId: params.webhookId, change: changeOf(body, rawBody, eventTypes) }
        return write(
          (writing) => changeWebhook(writing, caller, input),
          (webhook) => answer(200, webhookView(webhook)),
        )
      },
    }),
    route({
      method: 'DELETE',
      path: '/me/webhooks/:webhookId',
      access: writes,
      doc: docs.deleteWebhook,
      handle({ caller, params, write }) {
        return write(
          (writing) => deleteWebhook(writing, caller, params.webhookId),
          () => NO_CONTENT,
        )
      },
    }),
    route({
      method: 'POST',
      path: '/me/webhooks/:webhookId/rotate',
      access: opens,
      doc: docs.rotateSecret,
      body: RotateSecretBody,
      bodyOptional: true,
      secretAnswer: true,
      handle({ caller, params, body, writeInRealTime }) {
        const { overlap_minutes: overlapMinutes } = body
        const input = { webhookId: params.webhookId, overlapMinutes, vault }
        return writeInRealTime(
          (writing) => rotateSecret(writing, caller, input),
          (made) => answer(201, secretView(made)),
        )
      },
    }),
  ]
}

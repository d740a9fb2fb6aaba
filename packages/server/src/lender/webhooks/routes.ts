import {
  allEventTypes,
  ChangeLenderWebhookBody,
  CreateLenderWebhookBody,
  LenderWebhookAnswer,
  type LenderWebhookChange,
  RotateSecretBody,
} from '@svc/api'
import { changeWebhook } from '../../outbound/webhooks/change-webhook.ts'
import { createWebhook } from '../../outbound/webhooks/create-webhook.ts'
import { deleteWebhook } from '../../outbound/webhooks/delete-webhook.ts'
import { getWebhook } from '../../outbound/webhooks/get-webhook.ts'
import { changeOf, newFields, webhookFaults } from '../../outbound/webhooks/input.ts'
import { listWebhooks } from '../../outbound/webhooks/list-webhooks.ts'
import { rotateSecret } from '../../outbound/webhooks/rotate-secret.ts'
import { newWebhookView, secretView, webhookView } from '../../outbound/webhooks/view.ts'
import { pageView } from '../../platform/http/paging.ts'
import { refuseFaults } from '../../platform/refusal.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { lenderAsOwner } from '../../tenancy/caller/lender-owner.ts'
import { answer, lenderRoute, NO_CONTENT, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { storeAddressFault } from '../../tenancy/caller/store-address.ts'
import * as docs from './docs.ts'

const PATH = '/lender/webhooks'
/** A webhook is a way out for all data of its events. */
const writes = { permission: 'webhooks:write', stepUp: true } as const
const reads = { permission: 'loans:read' } as const

type Deliver = (caller: LenderCaller) => Promise<void>

/**
 * The lender's webhooks for events over all stores. `deliver` first queues all earlier events for
 * the existing webhooks.
 */
export function lenderWebhookRoutes(service: Service, deliver: Deliver): Route[] {
  return [...readingRoutes(service), ...changingRoutes(service, deliver), ...endingRoutes(service)]
}

function readingRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: PATH,
      ...{ ...reads, doc: docs.listWebhooks },
      async handle({ caller, query, baseUrl }) {
        const { count, webhooks, page } = await listWebhooks(service, lenderAsOwner(caller), query)
        const url = `${baseUrl}${PATH}`
        return answer(200, pageView(webhooks.map(webhookView), { count, url, query, page }))
      },
    }),
    lenderRoute({
      method: 'GET',
      path: `${PATH}/:webhookId`,
      ...{ ...reads, doc: docs.getWebhook },
      async handle({ caller, params }) {
        return answer(
          200,
          webhookView(await getWebhook(service, lenderAsOwner(caller), params.webhookId)),
        )
      },
    }),
  ]
}

function changingRoutes(service: Service, deliver: Deliver): Route[] {
  const { vault } = service
  const check = (body: LenderWebhookChange, caller: LenderCaller) =>
    refuseFaults(webhookFaults(body, (url) => storeAddressFault(url, service, caller)))
  return [
    lenderRoute({
      method: 'POST',
      path: PATH,
      ...{ ...writes, body: CreateLenderWebhookBody, knownBy: LenderWebhookAnswer },
      ...{ secretAnswer: true, doc: docs.createWebhook },
      async handle({ caller, body, version, writeInRealTime }) {
        check(body, caller)
        await deliver(caller)
        const input = { fields: newFields(body, allEventTypes), version, vault }
        return writeInRealTime(
          (writing) => createWebhook(writing, lenderAsOwner(caller), input),
          (made) => answer(201, newWebhookView(made), `${PATH}/${made.webhook.id}`),
        )
      },
    }),
    lenderRoute({
      method: 'PATCH',
      path: `${PATH}/:webhookId`,
      ...{ ...writes, body: ChangeLenderWebhookBody, knownBy: LenderWebhookAnswer },
      doc: docs.changeWebhook,
      async handle({ caller, params: { webhookId }, body, rawBody, writeInRealTime }) {
        check(body, caller)
        await deliver(caller)
        const input = { webhookId, change: changeOf(body, rawBody, allEventTypes) }
        return writeInRealTime(
          (writing) => changeWebhook(writing, lenderAsOwner(caller), input),
          (webhook) => answer(200, webhookView(webhook)),
        )
      },
    }),
  ]
}

function endingRoutes({ vault }: Service): Route[] {
  return [
    lenderRoute({
      method: 'DELETE',
      path: `${PATH}/:webhookId`,
      ...{ permission: 'webhooks:write', doc: docs.deleteWebhook },
      handle({ caller, params, writeInRealTime }) {
        return writeInRealTime(
          (writing) => deleteWebhook(writing, lenderAsOwner(caller), params.webhookId),
          () => NO_CONTENT,
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: `${PATH}/:webhookId/rotate`,
      ...{ ...writes, body: RotateSecretBody, bodyOptional: true, secretAnswer: true },
      doc: docs.rotateSecret,
      handle({ caller, params: { webhookId }, body, writeInRealTime }) {
        const input = { webhookId, overlapMinutes: body.overlap_minutes, vault }
        return writeInRealTime(
          (writing) => rotateSecret(writing, lenderAsOwner(caller), input),
          (made) => answer(201, secretView(made)),
        )
      },
    }),
  ]
}

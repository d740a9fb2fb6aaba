import { ExampleBody, RecoverBody, type RecoverWish } from '@svc/api'
import { pageView } from '../../platform/http/paging.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { getDelivery } from './get-delivery.ts'
import { recoveryFaults, recoveryOf } from './input.ts'
import { listDeliveries } from './list-deliveries.ts'
import { recoverDeliveries } from './recover-deliveries.ts'
import { replayDelivery } from './replay-delivery.ts'
import { sendExample } from './send-example.ts'
import { sendExamples } from './send-examples.ts'
import { deliveryView, wholeDeliveryView } from './view.ts'

const reads = { kind: 'private', scope: 'events:read' } as const
const sends = { permission: 'messages:send' } as const
const writes = { kind: 'private', scope: 'settings:write', ...sends } as const
const path = '/me/webhooks/:webhookId'

type Place = (caller: Caller) => Promise<void>

/**
 * The past and open deliveries of a webhook, and a store's requests for more. `place` gives all new
 * events their places.
 */
export function deliveryRoutes(service: Service, place: Place): Route[] {
  return [...readingRoutes(service), ...sendingRoutes(place), ...exampleRoutes()]
}

function readingRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: `${path}/deliveries`,
      access: reads,
      doc: docs.listDeliveries,
      async handle({ caller, params, query, baseUrl }) {
        const { webhookId } = params
        const input = { webhookId, parameters: query }
        const { count, deliveries, page } = await listDeliveries(service, caller, input)
        const url = `${baseUrl}/me/webhooks/${webhookId}/deliveries`
        return answer(200, pageView(deliveries.map(deliveryView), { count, url, query, page }))
      },
    }),
    route({
      method: 'GET',
      path: `${path}/deliveries/:deliveryId`,
      access: reads,
      doc: docs.getDelivery,
      async handle(request) {
        const whole = await getDelivery(service, request.caller, request.params)
        return answer(200, wholeDeliveryView(whole))
      },
    }),
  ]
}

function sendingRoutes(place: Place): Route[] {
  return [
    route({
      method: 'POST',
      path: `${path}/deliveries/:deliveryId/replay`,
      access: writes,
      doc: docs.replayDelivery,
      handle(request) {
        return request.write(
          (writing) => replayDelivery(writing, request.caller, request.params),
          (delivery) => answer(202, deliveryView(delivery)),
        )
      },
    }),
    route({
      method: 'POST',
      path: `${path}/recover`,
      access: writes,
      doc: docs.recoverDeliveries,
      body: RecoverBody,
      faults: (body: RecoverWish, { store }: Caller) => recoveryFaults(body, store.timeZone),
      async handle({ caller, params, body, write }) {
        await place(caller)
        const wish = recoveryOf(body, caller.store.timeZone)
        const input = { webhookId: params.webhookId, ...wish }
        return write(
          (writing) => recoverDeliveries(writing, caller, input),
          (recovery) => answer(202, recovery),
        )
      },
    }),
  ]
}

function exampleRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: `${path}/example`,
      access: writes,
      doc: docs.sendExample,
      body: ExampleBody,
      bodyOptional: true,
      handle({ caller, params, body, write }) {
        const { type } = body
        const input = { webhookId: params.webhookId, type }
        return write(
          (writing) => sendExample(writing, caller, input),
          (delivery) => answer(202, deliveryView(delivery)),
        )
      },
    }),
    route({
      method: 'POST',
      path: '/sandbox/events/:type',
      access: writes,
      doc: docs.sendExamples,
      sandboxOnly: true,
      handle({ caller, params, write }) {
        return write(
          (writing) => sendExamples(writing, caller, params.type),
          (deliveries) => answer(202, { results: deliveries.map(deliveryView) }),
        )
      },
    }),
  ]
}

import { LenderExampleBody, RecoverLenderBody } from '@svc/api'
import { getDelivery } from '../../outbound/deliveries/get-delivery.ts'
import { recoveryFaults, recoveryOf } from '../../outbound/deliveries/input.ts'
import { listDeliveries } from '../../outbound/deliveries/list-deliveries.ts'
import { replayDelivery } from '../../outbound/deliveries/replay-delivery.ts'
import { sendExample } from '../../outbound/deliveries/send-example.ts'
import { deliveryView, wholeDeliveryView } from '../../outbound/deliveries/view.ts'
import { pageView } from '../../platform/http/paging.ts'
import { refuseFaults } from '../../platform/refusal.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { lenderAsOwner } from '../../tenancy/caller/lender-owner.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { recoverLenderDeliveries } from './recover-lender-deliveries.ts'

const PATH = '/lender/webhooks/:webhookId'
const reads = { permission: 'loans:read' } as const
const sends = { permission: 'messages:send' } as const

type Deliver = (caller: LenderCaller) => Promise<void>

/** The past and open deliveries of a webhook of the lender, and requests for more. */
export function lenderDeliveryRoutes(service: Service, deliver: Deliver): Route[] {
  return [...readingRoutes(service), ...sendingRoutes(deliver)]
}

function readingRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: `${PATH}/deliveries`,
      ...{ ...reads, doc: docs.listDeliveries },
      async handle({ caller, params: { webhookId }, query, baseUrl }) {
        const input = { webhookId, parameters: query }
        const { count, deliveries, page } = await listDeliveries(
          service,
          lenderAsOwner(caller),
          input,
        )
        const url = `${baseUrl}/lender/webhooks/${webhookId}/deliveries`
        return answer(200, pageView(deliveries.map(deliveryView), { count, url, query, page }))
      },
    }),
    lenderRoute({
      method: 'GET',
      path: `${PATH}/deliveries/:deliveryId`,
      ...{ ...reads, doc: docs.getDelivery },
      async handle({ caller, params }) {
        return answer(
          200,
          wholeDeliveryView(await getDelivery(service, lenderAsOwner(caller), params)),
        )
      },
    }),
  ]
}

function sendingRoutes(deliver: Deliver): Route[] {
  return [
    lenderRoute({
      method: 'POST',
      path: `${PATH}/deliveries/:deliveryId/replay`,
      ...{ ...sends, doc: docs.replayDelivery },
      handle({ caller, params, writeInRealTime }) {
        return writeInRealTime(
          (writing) => replayDelivery(writing, lenderAsOwner(caller), params),
          (delivery) => answer(202, deliveryView(delivery)),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: `${PATH}/recover`,
      ...{ ...sends, body: RecoverLenderBody, doc: docs.recoverDeliveries },
      async handle({ caller, params: { webhookId }, body, writeInRealTime }) {
        const { timeZone } = lenderAsOwner(caller).store
        refuseFaults(recoveryFaults(body, timeZone))
        await deliver(caller)
        const input = { webhookId, ...recoveryOf(body, timeZone) }
        return writeInRealTime(
          (writing) => recoverLenderDeliveries(writing, caller, input),
          ({ next, ...recovery }) => answer(202, { ...recovery, next: String(next) }),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: `${PATH}/example`,
      ...{ ...sends, body: LenderExampleBody, bodyOptional: true, doc: docs.sendExample },
      handle({ caller, params: { webhookId }, body: { type }, writeInRealTime }) {
        return writeInRealTime(
          (writing) => sendExample(writing, lenderAsOwner(caller), { webhookId, type }),
          (delivery) => answer(202, deliveryView(delivery)),
        )
      },
    }),
  ]
}

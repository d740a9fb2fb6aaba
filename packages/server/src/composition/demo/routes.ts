import { Anything, Received, recordOf, Taken } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import { answer, openRoute, type Route, route } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { createInbox } from './inbox.ts'

/**
 * The demo's notification inbox (contract §11). A store's address names it in the query; without it
 * the demo store is meant. It takes whatever arrives: it is there to be looked at, not to be
 * trusted.
 */
export function demoRoutes(
  service: WholeService,
  demoStoreIds: { first: string; others: readonly string[] },
): Route[] {
  const inbox = createInbox()
  return [
    openRoute({
      method: 'POST',
      path: '/demo/notifications',
      doc: {
        operation: 'receiveNotification',
        summary: 'The inbox of the demo: takes a notification and confirms every order',
        answers: { 200: Taken },
      },
      body: Anything(),
      // The example orders are confirmed before the service is ready.
      always: true,
      async handle({ body, query, headers }) {
        const named = query.get('store') ?? demoStoreIds.first
        const storeId = demoStoreIds.others.includes(named) ? named : demoStoreIds.first
        // An event does not say its mode: the address of a webhook does.
        const { sandbox: said } = recordOf(body)
        const sandbox = said === undefined ? query.has('sandbox') : said === true
        const received = utcMicros(service.clocks.real.now())
        inbox.keep({
          storeId,
          sandbox,
          received: { received, webhook_id: headers['webhook-id'] ?? null, body },
        })
        return answer(200, { status: 'ok' })
      },
    }),
    route({
      method: 'GET',
      path: '/demo/notifications',
      access: { kind: 'private', scope: 'orders:read' },
      doc: {
        operation: 'listNotifications',
        summary: 'What the inbox of the demo received',
        answers: { 200: Received },
      },
      async handle({ caller }) {
        return answer(200, {
          results: inbox.list({ storeId: caller.store.id, sandbox: caller.sandbox }),
        })
      },
    }),
  ]
}

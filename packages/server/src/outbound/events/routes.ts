import { EventsAnswer, eventsQuery } from '@svc/api'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { readEventsQuery } from './input.ts'
import { listEvents } from './list-events.ts'
import { PLACED_AT_ONCE, placeEvents } from './place-events.ts'
import { eventView } from './view.ts'

export function eventRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/me/events',
      access: { kind: 'private', scope: 'events:read' },
      doc: {
        operation: 'listEvents',
        summary: 'What happened, from an event on: nothing is skipped',
        answers: { 200: EventsAnswer },
        errors: ['query_invalid'],
        query: eventsQuery,
      },
      async handle({ caller, query }) {
        const question = readEventsQuery(query)
        // What was committed before the question belongs into the answer.
        const key = { storeId: caller.store.id, sandbox: caller.sandbox }
        const placed = await placeEvents(service, key)
        if (placed > 0) service.wake()
        const { events, next, hasMore } = await listEvents(service, caller, question)
        // After a full part there may be more without a place.
        const more = hasMore || placed === PLACED_AT_ONCE
        return answer(200, { results: events.map(eventView), next, has_more: more })
      },
    }),
  ]
}

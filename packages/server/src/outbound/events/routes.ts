import { EventsAnswer, eventsQuery } from '@svc/api'
import type { Caller } from '../../tenancy/caller/context.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { readEventsQuery } from './input.ts'
import { listEvents } from './list-events.ts'
import { eventView } from './view.ts'

/** `place` gives new events their places, and answers whether there may be more without one. */
export function eventRoutes(
  service: Service,
  place: (caller: Caller) => Promise<boolean>,
): Route[] {
  return [
    route({
      method: 'GET',
      path: '/me/events',
      access: { kind: 'private', scope: 'events:read' },
      doc: {
        operation: 'listEvents',
        summary: 'List events after a given one; none is skipped',
        answers: { 200: EventsAnswer },
        errors: ['query_invalid'],
        query: eventsQuery,
      },
      async handle({ caller, query }) {
        const question = readEventsQuery(query)
        // Everything committed before the request belongs into the answer.
        const unplaced = await place(caller)
        const { events, next, hasMore } = await listEvents(service, caller, question)
        return answer(200, { results: events.map(eventView), next, has_more: hasMore || unplaced })
      },
    }),
  ]
}

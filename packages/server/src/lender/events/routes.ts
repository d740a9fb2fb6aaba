import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { readStreamPlace } from './input.ts'
import { listLenderEvents } from './list-lender-events.ts'
import { streamLenderEvents } from './stream-lender-events.ts'
import { lenderEventView } from './view.ts'

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // An nginx proxy buffers answers unless a header forbids it.
  'x-accel-buffering': 'no',
}

export function lenderEventRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/events',
      permission: 'loans:read',
      doc: docs.listLenderEvents,
      async handle({ caller, query }) {
        const { events, next, hasMore } = await listLenderEvents(service, caller, query)
        return answer(200, {
          results: events.map(lenderEventView),
          next: next === 0 ? null : String(next),
          has_more: hasMore,
        })
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/events/stream',
      permission: 'loans:read',
      doc: docs.streamLenderEvents,
      background: true,
      async handle({ caller, query, headers, mayStill }) {
        const after = readStreamPlace(query, headers['last-event-id'])
        const reader = { caller, after, mayRead: mayStill }
        return { headers: STREAM_HEADERS, content: streamLenderEvents(service, reader) }
      },
    }),
  ]
}

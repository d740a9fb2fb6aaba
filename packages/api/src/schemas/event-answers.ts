import { eventTypes } from '../events.ts'
import { limits } from '../limits.ts'
import { choice, closed, flag, hexId, moment, nullable } from './answers.ts'
import { optional, Type } from './common.ts'

/** An event as `GET /me/events` lists it and as a webhook carries it. */
export const EventAnswer = closed(
  {
    id: hexId('Id of the event; also sent as `webhook-id`, and accepted as `after`.'),
    type: choice(eventTypes, 'Type of the event.'),
    created: moment('When the event occurred'),
    sequence: nullable(Type.Integer({ minimum: 1 }), {
      description:
        'Sequence number among the order’s events, gapless from 1; null if it concerns no order.',
    }),
    order_id: nullable(hexId('The order.'), {
      description: 'Id of the order; null if it concerns none.',
    }),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Data of the event: for an order, the `mid` and the amounts after the event.',
    }),
  },
  { $id: 'Event', description: 'An event. It is recorded once and never changes.' },
)

export const EventsAnswer = closed(
  {
    results: Type.Array(EventAnswer, { description: 'Oldest first.' }),
    next: nullable(hexId('An event.'), {
      description:
        'Value to send as `after` in the next request, even if nothing is new; null ' +
        'if there are no events yet.',
    }),
    has_more: flag('Whether more events are available now.'),
  },
  { $id: 'Events', description: 'A part of the event stream.' },
)

/** The query of `GET /me/events`. */
export const eventsQuery = {
  after: optional(
    Type.String({
      pattern: '^[0-9a-f]{32}$',
      description: 'Id of the last event that was processed; defaults to the beginning.',
    }),
  ),
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.eventsMax,
      default: limits.eventsDefault,
      description: 'Maximum number of results.',
    }),
  ),
  type: optional(
    Type.String({
      description: 'Returns only events of these types, comma-separated.',
    }),
  ),
}

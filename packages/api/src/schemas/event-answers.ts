import { eventTypes } from '../events.ts'
import { limits } from '../limits.ts'
import { choice, closed, flag, hexId, moment, nullable } from './answers.ts'
import { optional, Type } from './common.ts'

/** An event as `GET /me/events` lists it and as a webhook carries it. */
export const EventAnswer = closed(
  {
    id: hexId('Names the event; also `webhook-id`, and what `after` takes.'),
    type: choice(eventTypes, 'What happened.'),
    created: moment('When it happened'),
    sequence: nullable(Type.Integer({ minimum: 1 }), {
      description: 'Of the order’s events, gapless from 1; null where no order has a part in it.',
    }),
    order_id: nullable(hexId('The order.'), {
      description: 'The order; null where there is none.',
    }),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Its data: for an order, the `mid` and the amounts after the event.',
    }),
  },
  { $id: 'Event', description: 'Something that happened. It is recorded once and never changes.' },
)

export const EventsAnswer = closed(
  {
    results: Type.Array(EventAnswer, { description: 'The oldest first.' }),
    next: nullable(hexId('An event.'), {
      description:
        'What to send as `after` next time, also when nothing is new; null while there is nothing.',
    }),
    has_more: flag('Whether there is more right now.'),
  },
  { $id: 'Events', description: 'A part of the stream of events.' },
)

/** The query of `GET /me/events`. */
export const eventsQuery = {
  after: optional(
    Type.String({
      pattern: '^[0-9a-f]{32}$',
      description: 'The id of the last event that was seen; absent: from the first event on.',
    }),
  ),
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.eventsMax,
      default: limits.eventsDefault,
      description: 'How many at most.',
    }),
  ),
  type: optional(
    Type.String({
      description: 'Only events of these types: one, or several separated by commas.',
    }),
  ),
}

/** Events of all stores. */
import { allEventTypes } from '../lender-events.ts'
import { closed, flag, hexId, moment, nullable, words } from './answers.ts'
import { optional, Type } from './common.ts'
import { EventAnswer, eventsQuery } from './event-answers.ts'

const { sequence, order_id, data } = EventAnswer.properties

export const LenderEventAnswer = closed(
  {
    id: hexId('Id of the event.'),
    type: Type.Enum([...allEventTypes], { description: 'Type of the event.' }),
    created: moment('When the event occurred'),
    store_id: nullable(hexId('The store.'), {
      description: 'The store; null if it concerns none.',
    }),
    actor: closed({
      kind: words('The actor: a key, a person, the command line or the service.'),
      id: nullable(words('Id.')),
      name: nullable(words('Name of the person.')),
    }),
    action_id: hexId('Id of the action that caused it, in `GET /lender/actions`.'),
    ...{ sequence, order_id, data },
  },
  { $id: 'LenderEvent', description: 'An event of a store or of the lender.' },
)

export const LenderEventsAnswer = closed(
  {
    results: Type.Array(LenderEventAnswer, { description: 'Oldest first.' }),
    next: nullable(Type.String({ pattern: '^[0-9]{1,18}$' }), {
      description:
        'Value to send as `after` in the next request, even if nothing is new; null ' +
        'if there are no events yet.',
    }),
    has_more: flag('Whether more events are available now.'),
  },
  { $id: 'LenderEvents', description: 'A part of the event stream of all stores.' },
)

/** The query of `GET /lender/events`. */
export const lenderEventsQuery = {
  ...eventsQuery,
  after: optional(
    Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'Where to continue: `next` of the previous part; defaults to the beginning.',
    }),
  ),
  'store-id': optional(
    Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Returns only events of this store.' }),
  ),
}

/** The query of `GET /lender/events/stream`. */
export const lenderStreamQuery = {
  after: optional(
    Type.String({
      pattern: '^[0-9]{1,18}$',
      description:
        'Where to continue, unless `Last-Event-ID` is sent; defaults to new events only.',
    }),
  ),
}

/** What happened over all stores. */
import { allEventTypes } from '../lender-events.ts'
import { closed, flag, hexId, moment, nullable, words } from './answers.ts'
import { optional, Type } from './common.ts'
import { EventAnswer, eventsQuery } from './event-answers.ts'

const { sequence, order_id, data } = EventAnswer.properties

export const LenderEventAnswer = closed(
  {
    id: hexId('Names the event.'),
    type: Type.Enum([...allEventTypes], { description: 'What happened.' }),
    created: moment('When it happened'),
    store_id: nullable(hexId('The store.'), { description: 'The store; null: of none.' }),
    actor: closed({
      kind: words('Who made it happen: a key, a person, the command line, the service.'),
      id: nullable(words('Their id.')),
      name: nullable(words('Their name.')),
    }),
    action_id: hexId('The action that it is of, in `GET /lender/actions`.'),
    ...{ sequence, order_id, data },
  },
  { $id: 'LenderEvent', description: 'Something that happened at a store, or above them.' },
)

export const LenderEventsAnswer = closed(
  {
    results: Type.Array(LenderEventAnswer, { description: 'The oldest first.' }),
    next: nullable(Type.String({ pattern: '^[0-9]{1,18}$' }), {
      description:
        'What to send as `after` next time, also when nothing is new; null while there is nothing.',
    }),
    has_more: flag('Whether there is more right now.'),
  },
  { $id: 'LenderEvents', description: 'A part of the stream of all stores.' },
)

/** The query of `GET /lender/events`. */
export const lenderEventsQuery = {
  ...eventsQuery,
  after: optional(
    Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'Where to go on: `next` of the part before; absent: from the first event on.',
    }),
  ),
  'store-id': optional(
    Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Only events of this store.' }),
  ),
}

/** The query of `GET /lender/events/stream`. */
export const lenderStreamQuery = {
  after: optional(
    Type.String({
      pattern: '^[0-9]{1,18}$',
      description:
        'Where to go on, unless `Last-Event-ID` says it; absent: what comes from now on.',
    }),
  ),
}

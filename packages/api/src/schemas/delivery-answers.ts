import { eventTypes } from '../events.ts'
import { allEventTypes } from '../lender-events.ts'
import { limits } from '../limits.ts'
import { choice, closed, count, flag, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'

const membersOf = <const Types extends readonly string[]>(types: Types) => ({
  id: hexId('Id of the delivery.'),
  webhook_id: hexId('Id of the webhook.'),
  event_id: hexId('Id of the event; also sent as `webhook-id`.'),
  type: choice(types, 'Type of the event.'),
  order_id: nullable(hexId('The order.'), {
    description: 'Id of the order; null if it concerns none.',
  }),
  example: flag('Whether it is an example, sent on request.'),
  state: choice(
    ['queued', 'waiting', 'delivered', 'failed', 'cancelled'],
    '`queued`: behind an earlier one of its order; `waiting`: for its next attempt; ' +
      '`failed`: given up; `cancelled`: the webhook was disabled or deleted.',
  ),
  attempt_count: count('Number of attempts so far.'),
  next_attempt: nullable(moment('When it is sent next'), {
    description: 'Time of the next attempt, while it is waiting.',
  }),
  deadline: moment('Latest time for an attempt'),
  created: moment('Creation time'),
  settled: nullable(moment('When the delivery ended'), {
    description: 'When the delivery ended; null while it is open.',
  }),
})
const members = membersOf(eventTypes)
const lenderMembers = membersOf(allEventTypes)

/** The answer to one attempt. */
export const AttemptAnswer = closed(
  {
    number: Type.Integer({ minimum: 1, description: 'Number of the attempt.' }),
    started: moment('Start of the attempt'),
    duration: count('Milliseconds from the DNS lookup to the last byte of the answer.'),
    status: nullable(Type.Integer(), { description: 'HTTP status; null if there was no answer.' }),
    failure: nullable(words('Why.'), {
      description: 'Why there was no answer; null if there was one.',
    }),
    response: nullable(words('The body.'), {
      description: 'The first 2,000 characters of the answer; null if there was none.',
    }),
  },
  { $id: 'Attempt', description: 'An attempt to notify a store.' },
)

export const DeliveryAnswer = closed(members, {
  $id: 'Delivery',
  description: 'A delivery of an event to a webhook.',
})

const whole = {
  payload: words('The exact body that is posted, as text.'),
  attempts: Type.Array(AttemptAnswer, {
    description: `Newest first; the last ${limits.attemptsShownMax}.`,
  }),
}

export const WholeDeliveryAnswer = closed(
  { ...members, ...whole },
  { $id: 'WholeDelivery', description: 'A delivery with its requests and answers.' },
)

export const DeliveryPage = pageOf(DeliveryAnswer, 'DeliveryPage')

export const LenderDeliveryAnswer = closed(lenderMembers, {
  $id: 'LenderDelivery',
  description: 'A delivery of an event to a lender webhook.',
})

export const WholeLenderDeliveryAnswer = closed(
  { ...lenderMembers, ...whole },
  { $id: 'WholeLenderDelivery', description: 'A delivery with its requests and answers.' },
)

export const LenderDeliveryPage = pageOf(LenderDeliveryAnswer, 'LenderDeliveryPage')

/** The answer of `POST /sandbox/events/:type`. */
export const DeliveriesAnswer = closed(
  {
    results: Type.Array(DeliveryAnswer, {
      description: 'One delivery for each webhook that subscribes to the type.',
    }),
  },
  { $id: 'Deliveries', description: 'The queued examples.' },
)

const recovery = {
  count: count('Number of deliveries queued by this request.'),
  more: flag('Whether more events remain to be processed.'),
}

/** The answer of `POST /me/webhooks/:webhookId/recover`. */
export const RecoveryAnswer = closed(
  {
    ...recovery,
    next: nullable(hexId('An event.'), {
      description: 'The last event that was processed: send it as `after` while `more` is true.',
    }),
  },
  { $id: 'Recovery', description: 'The result of a recovery request.' },
)

/** The answer of `POST /lender/webhooks/:webhookId/recover`. */
export const LenderRecoveryAnswer = closed(
  {
    ...recovery,
    next: Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'The last position that was processed: send it as `after` while `more` is true.',
    }),
  },
  { $id: 'LenderRecovery', description: 'The result of a recovery request.' },
)

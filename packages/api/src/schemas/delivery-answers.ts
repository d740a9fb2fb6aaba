import { eventTypes } from '../events.ts'
import { allEventTypes } from '../lender-events.ts'
import { limits } from '../limits.ts'
import { choice, closed, count, flag, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'

const membersOf = <const Types extends readonly string[]>(types: Types) => ({
  id: hexId('Names the delivery.'),
  webhook_id: hexId('The webhook that it is for.'),
  event_id: hexId('The event; also `webhook-id` of what is sent.'),
  type: choice(types, 'Of the event.'),
  order_id: nullable(hexId('The order.'), { description: 'The order; null where there is none.' }),
  example: flag('An example: nothing of it has happened.'),
  state: choice(
    ['queued', 'waiting', 'delivered', 'failed', 'cancelled'],
    'queued: behind an earlier one of its order; waiting: for its next attempt; failed: given ' +
      'up; cancelled: the webhook was disabled or deleted meanwhile.',
  ),
  attempt_count: count('Attempts so far.'),
  next_attempt: nullable(moment('When it is sent next'), {
    description: 'When it is sent next, while it waits.',
  }),
  deadline: moment('When it is given up at the latest'),
  created: moment('When it was made'),
  settled: nullable(moment('When'), { description: 'When it was settled; null while it is open.' }),
})
const members = membersOf(eventTypes)
const lenderMembers = membersOf(allEventTypes)

/** What was answered to one attempt. */
export const AttemptAnswer = closed(
  {
    number: Type.Integer({ minimum: 1, description: 'Counts the attempts.' }),
    started: moment('When it began'),
    duration: count('Milliseconds from the first look-up to the last byte of the answer.'),
    status: nullable(Type.Integer(), { description: 'HTTP status; null: there was no answer.' }),
    failure: nullable(words('Why.'), { description: 'Why there was no answer; null: there was.' }),
    response: nullable(words('The body.'), {
      description: 'The first 2,000 characters of the answer; null where there was none.',
    }),
  },
  { $id: 'Attempt', description: 'One attempt to tell a store of something.' },
)

export const DeliveryAnswer = closed(members, {
  $id: 'Delivery',
  description: 'One event for one webhook.',
})

const whole = {
  payload: words('The very body that is posted, as text.'),
  attempts: Type.Array(AttemptAnswer, {
    description: `The newest first; the last ${limits.attemptsShownMax}.`,
  }),
}

export const WholeDeliveryAnswer = closed(
  { ...members, ...whole },
  { $id: 'WholeDelivery', description: 'A delivery with what was sent and what was answered.' },
)

export const DeliveryPage = pageOf(DeliveryAnswer, 'DeliveryPage')

export const LenderDeliveryAnswer = closed(lenderMembers, {
  $id: 'LenderDelivery',
  description: 'One event for one webhook of the lender.',
})

export const WholeLenderDeliveryAnswer = closed(
  { ...lenderMembers, ...whole },
  { $id: 'WholeLenderDelivery', description: 'A delivery, what was sent and what was answered.' },
)

export const LenderDeliveryPage = pageOf(LenderDeliveryAnswer, 'LenderDeliveryPage')

/** The answer of `POST /sandbox/events/:type`. */
export const DeliveriesAnswer = closed(
  { results: Type.Array(DeliveryAnswer, { description: 'One for each webhook that takes it.' }) },
  { $id: 'Deliveries', description: 'What has been put on its way.' },
)

const recovery = {
  count: count('Deliveries that are open now because of this request.'),
  more: flag('Whether there are events that were not looked through yet.'),
}

/** The answer of `POST /me/webhooks/:webhookId/recover`. */
export const RecoveryAnswer = closed(
  {
    ...recovery,
    next: nullable(hexId('An event.'), {
      description:
        'The last event that was looked through: send it as `after` while there is more.',
    }),
  },
  { $id: 'Recovery', description: 'What came of a request to recover.' },
)

/** The answer of `POST /lender/webhooks/:webhookId/recover`. */
export const LenderRecoveryAnswer = closed(
  {
    ...recovery,
    next: Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'How far it was looked through: send it as `after` while there is more.',
    }),
  },
  { $id: 'LenderRecovery', description: 'What came of a request to recover.' },
)

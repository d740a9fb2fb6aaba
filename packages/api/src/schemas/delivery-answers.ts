import { eventTypes } from '../events.ts'
import { limits } from '../limits.ts'
import { choice, closed, count, flag, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'

const members = {
  id: hexId('Names the delivery.'),
  webhook_id: hexId('The webhook that it is for.'),
  event_id: hexId('The event; also `webhook-id` of what is sent.'),
  type: choice(eventTypes, 'Of the event.'),
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
}

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

export const WholeDeliveryAnswer = closed(
  {
    ...members,
    payload: words('The very body that is posted, as text.'),
    attempts: Type.Array(AttemptAnswer, {
      description: `The newest first; the last ${limits.attemptsShownMax}.`,
    }),
  },
  { $id: 'WholeDelivery', description: 'A delivery with what was sent and what was answered.' },
)

export const DeliveryPage = pageOf(DeliveryAnswer, 'DeliveryPage')

/** The answer of `POST /sandbox/events/:type`. */
export const DeliveriesAnswer = closed(
  { results: Type.Array(DeliveryAnswer, { description: 'One for each webhook that takes it.' }) },
  { $id: 'Deliveries', description: 'What has been put on its way.' },
)

/** The answer of `POST /me/webhooks/:webhookId/recover`. */
export const RecoveryAnswer = closed(
  {
    count: count('Deliveries that are open now because of this request.'),
    more: flag('Whether there are events that were not looked through yet.'),
    next: nullable(hexId('An event.'), {
      description:
        'The last event that was looked through: send it as `after` while there is more.',
    }),
  },
  { $id: 'Recovery', description: 'What came of a request to recover.' },
)

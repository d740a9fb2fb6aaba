import { limits } from '../limits.ts'
import { choice, closed, count, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'
import { AttemptAnswer } from './delivery-answers.ts'

/** A notification of a checkout's result, with what was answered. */
export const NotificationAnswer = closed(
  {
    id: Type.String({
      pattern: '^msg_[0-9a-f]{32}$',
      description: 'Names the notification; also `webhook-id` of what is sent.',
    }),
    kind: choice(
      ['confirmation', 'information'],
      'confirmation: the answer decides the order; information: it tells the result.',
    ),
    url: words('Where it is posted; never with a shared token.'),
    state: choice(
      ['waiting', 'delivered', 'abandoned', 'overtaken'],
      'waiting: for its next attempt, or under way; abandoned: given up; overtaken: never sent, ' +
        'because a newer checkout has the order’s id.',
    ),
    attempt_count: count('Attempts so far.'),
    next_attempt: nullable(moment('When it is sent next'), {
      description: 'When it is sent next, while it waits.',
    }),
    deadline: moment('When it is given up at the latest'),
    created: moment('When it was made'),
    payload: words('The very body that is posted, as text.'),
    attempts: Type.Array(AttemptAnswer, {
      description: `The newest first; the last ${limits.attemptsListedMax}.`,
    }),
  },
  { $id: 'Notification', description: 'The notification to a store of a checkout’s result.' },
)

export const NotificationPage = pageOf(NotificationAnswer, 'NotificationPage')

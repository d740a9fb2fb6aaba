import { limits } from '../limits.ts'
import { choice, closed, count, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'
import { AttemptAnswer } from './delivery-answers.ts'

/** A notification of a checkout's result, with the store's answers. */
export const NotificationAnswer = closed(
  {
    id: Type.String({
      pattern: '^msg_[0-9a-f]{32}$',
      description: 'Id of the notification; also sent as `webhook-id`.',
    }),
    kind: choice(
      ['confirmation', 'information'],
      '`confirmation`: the answer decides the order; `information`: reports the result.',
    ),
    url: words('URL that it is posted to, without any shared token.'),
    state: choice(
      ['waiting', 'delivered', 'abandoned', 'overtaken'],
      '`waiting`: for its next attempt, or in progress; `abandoned`: given up; ' +
        '`overtaken`: never sent, because a newer checkout has the order’s id.',
    ),
    attempt_count: count('Number of attempts so far.'),
    next_attempt: nullable(moment('When it is sent next'), {
      description: 'Time of the next attempt, while it is waiting.',
    }),
    deadline: moment('Latest time for an attempt'),
    created: moment('Creation time'),
    payload: words('The exact body that is posted, as text.'),
    attempts: Type.Array(AttemptAnswer, {
      description: `Newest first; the last ${limits.attemptsListedMax}.`,
    }),
  },
  { $id: 'Notification', description: 'A notification to a store about the result of a checkout.' },
)

export const NotificationPage = pageOf(NotificationAnswer, 'NotificationPage')

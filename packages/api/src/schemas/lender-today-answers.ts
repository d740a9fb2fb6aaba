/** Pending tasks of a member of the lender's staff. */
import { closed, count, flag, moment, nullable, words } from './answers.ts'
import { Type } from './common.ts'

const Waiting = closed(
  {
    count: count('Number of items, up to the limit of the count.'),
    oldest: nullable(moment('When the oldest of them started waiting')),
  },
  { $id: 'Waiting', description: 'Waiting work.' },
)

const waiting = (description: string) =>
  nullable(Waiting, { description: `${description} Null if the caller has no permission for it.` })

const News = closed(
  {
    since: moment('Start of the 24 hours'),
    complete: flag('Whether all of it was counted; otherwise only the newest 10,000 actions.'),
    actions: Type.Array(
      closed({
        action: words('Name of the action, as in the log.'),
        count: count('How often it was done.'),
      }),
      { description: 'Those that were done.' },
    ),
  },
  { $id: 'News', description: 'What was done within 24 hours, over all stores.' },
)

/** The answer of `GET /lender/me/today`. */
export const TodayAnswer = closed(
  {
    at: moment('Time of the count'),
    approvals: waiting('Approvals requested by others that the caller can decide.'),
    reviews: waiting('Declined decisions of the last 90 days without a review.'),
    promises: waiting('Overdue loans with a promise to pay that fell due in the last 30 days.'),
    failures: waiting('Webhook endpoints that are failing.'),
    payouts: waiting('Proposed and held payouts.'),
    news: nullable(News, {
      description: 'What happened within 24 hours. Null if the caller has no permission for it.',
    }),
  },
  { $id: 'Today', description: 'The work waiting for the caller, in the requested mode.' },
)

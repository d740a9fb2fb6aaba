/** What waits for somebody of the lender. */
import { closed, count, moment, nullable } from './answers.ts'

const Waiting = closed(
  {
    count: count('How many; beyond the bound of such a count it is the bound.'),
    oldest: nullable(moment('Since when the first of them waits')),
  },
  { $id: 'Waiting', description: 'Work that waits.' },
)

const waiting = (description: string) =>
  nullable(Waiting, { description: `${description} Null: it is nothing of theirs.` })

/** The answer of `GET /lender/me/today`. */
export const TodayAnswer = closed(
  {
    at: moment('When it was counted'),
    approvals: waiting('What others asked for and the caller may decide.'),
    reviews: waiting('Refusals of the last 90 days that nobody has reviewed.'),
    promises: waiting(
      'Loans that are overdue although it was promised to pay by today, in the last 30 days.',
    ),
    failures: waiting('Webhook endpoints that have not answered lately.'),
    payouts: waiting('Payouts that are proposed or held.'),
  },
  { $id: 'Today', description: 'What waits for whoever asks, in the mode that they ask in.' },
)

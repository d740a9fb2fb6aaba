/** Figures of the lender: sums over all stores, or of one. */
import { limits } from '../limits.ts'
import { choice, closed, count, moment, money, nullable, rateOf, words } from './answers.ts'
import { approvalActions } from './approvals.ts'
import { optional, type TSchema, Type } from './common.ts'
import { StoreReference } from './lender-answers.ts'
import { loanBuckets } from './lender-loan-answers.ts'

const dayOf = (description: string) =>
  Type.String({ format: 'date', pattern: String.raw`^\d{4}-\d\d-\d\d$`, description })

/** The query of a figure of days. */
export const figureQuery = {
  from: optional(dayOf('The first day; absent: 29 days before the last, of months 11 months.')),
  to: optional(dayOf('The last day, which counts; absent: today.')),
  'store-id': optional(Type.String({ description: 'Of this store alone, in its time zone.' })),
}
/** The query of one of now. */
export const presentFigureQuery = { 'store-id': figureQuery['store-id'] }

const figureOf = <T extends Readonly<Record<string, TSchema>>>(
  $id: string,
  row: T,
  description: string,
) =>
  closed(
    {
      from: nullable(dayOf('The first day.'), {
        description: 'The first day; null: it is of now.',
      }),
      to: nullable(dayOf('The last day.'), { description: 'The last day; null: it is of now.' }),
      at: moment('When it was added up'),
      time_zone: words("Whose days they are: UTC, or the store's."),
      store_id: nullable(words('The store.'), { description: 'The store; null: all of them.' }),
      left_out: count('Rows beyond the bound, the smallest of them.'),
      results: Type.Array(closed(row), {
        maxItems: limits.figurePointsMax,
        description: 'The rows.',
      }),
    },
    { $id, description },
  )

const currency = words('ISO 4217 code.')
const ofDay = { day: dayOf('The day; each of the span is there.'), currency }
/** What may be taken back on a later day. */
const change = (description: string) =>
  Type.Integer({ description: `${description}, less what was taken back, in minor units.` })

export const VolumeFigure = figureOf(
  'VolumeFigure',
  {
    ...ofDay,
    orders: count('Orders that were confirmed on it.'),
    amount: money('What they come to, as their stores have lowered them since'),
  },
  'Orders and what was lent, by the day of the confirmation.',
)

export const DecisionsFigure = figureOf(
  'DecisionsFigure',
  {
    day: ofDay.day,
    decisions: count('All of the day.'),
    accepted: count('Accepted.'),
    checked: count('Sent to be checked.'),
    refused: count('Refused.'),
    overturned: count('Of the refused those that a person has overturned since.'),
    approval_rate: nullable(rateOf('Accepted of all'), {
      description: 'Accepted of all, in hundredths of a percent; null: there were none.',
    }),
  },
  'Decisions and their outcome, by day.',
)

export const RefusalsFigure = figureOf(
  'RefusalsFigure',
  {
    reason: words('Its code.'),
    named: count('Refusals that name it.'),
    decisive: count('Those in which it was what refused.'),
  },
  'Why signatures were refused.',
)

export const SettlementsFigure = figureOf(
  'SettlementsFigure',
  {
    store: StoreReference,
    currency,
    captured: money('What was captured'),
    refunded: money('What was taken back of captures by refunds and cancellations'),
  },
  'Captured against refunded, by store; the largest first.',
)

export const PortfolioFigure = figureOf(
  'PortfolioFigure',
  {
    bucket: choice(loanBuckets, 'How far behind.'),
    currency,
    loans: count('Loans on which something is owed.'),
    receivable: money('What is owed on them'),
    overdue: money('What of it is due and unpaid'),
  },
  'What is owed, by how far it is behind, now.',
)

export const rolledFrom = [...loanBuckets] as const
export const rolledTo = [...loanBuckets, 'written_off'] as const
export const RollsFigure = figureOf(
  'RollsFigure',
  {
    before: choice(rolledFrom, 'How far behind at the end of the day before the first.'),
    after: choice(rolledTo, 'How far behind at the end of the last day; current: no more.'),
    loans: count('Loans that went from the one to the other.'),
  },
  'Loans that were behind before the span or after it, by both; who was never behind is not there.',
)

export const monthsLate = ['0', '1', '2', '3', '4+', 'written_off', 'ended'] as const
export const VintagesFigure = figureOf(
  'VintagesFigure',
  {
    month: Type.String({ pattern: String.raw`^\d{4}-\d\d$`, description: 'Of the signature.' }),
    late: choice(
      monthsLate,
      'Months behind, begun ones counted whole: 1 is up to 30 days; ended: nothing is owed.',
    ),
    currency,
    loans: count('Loans.'),
    receivable: money('What is owed on them'),
    written_off: money('What was written off of them'),
  },
  'Loans by the month of their signature and how many months they are behind, now.',
)

export const ExposureFigure = figureOf(
  'ExposureFigure',
  {
    at_least: money('From how much on'),
    below: nullable(money('Up to how much'), { description: 'Less than this; null: no end.' }),
    currency,
    persons: count('People who owe so much, over all stores.'),
    amount: money('What they owe together'),
  },
  'How much people owe, as a signature of theirs counts it, now.',
)

export const CashFigure = figureOf(
  'CashFigure',
  {
    ...ofDay,
    expected: money('What of instalments falls due on it by their plans, late charges aside'),
    received: money('What was debited to cash'),
    paid: money('What was credited to it: to stores, and back to buyers'),
  },
  'Cash in against what is expected, by day.',
)

export const PayoutsFigure = figureOf(
  'PayoutsFigure',
  {
    ...ofDay,
    payouts: count('Payouts that were made on it.'),
    paid: money('What of them is paid'),
    proposed: money('What waits to be paid by itself'),
    held: money('What is held'),
  },
  'Payouts by the day on which they were made, and what of them is held now.',
)

export const IncomeFigure = figureOf(
  'IncomeFigure',
  {
    ...ofDay,
    store_fees: change('Fees of stores'),
    campaigns: change('What stores pay for campaigns'),
    interest: change('Interest of buyers'),
    buyer_fees: change('Opening fees of buyers'),
    late: change('Late charges'),
  },
  'Fees and interest, by day.',
)

export const LossesFigure = figureOf(
  'LossesFigure',
  {
    ...ofDay,
    written_off: money('What was written off'),
    recovered: money('What came back of write-offs, or was undone'),
    waived: money('Late charges and interest that were waived'),
  },
  'Write-offs and waivers, by day.',
)

export const ApprovalsFigure = figureOf(
  'ApprovalsFigure',
  {
    action: choice(approvalActions, 'What was asked for.'),
    requests: count('All that were asked for in the span.'),
    pending: count('Those that wait.'),
    executed: count('Approved and done.'),
    declined: count('Declined.'),
    ended: count('Withdrawn, expired or failed.'),
    median_minutes: nullable(count('From asking to the decision.'), {
      description: 'The median from asking to the decision, in minutes; null: none was decided.',
    }),
    oldest: nullable(moment('Since when the first waits'), {
      description: 'Since when the first of those that wait does; null: none waits.',
    }),
  },
  'Approvals that whoever asks may see: how many, and how long they took.',
)

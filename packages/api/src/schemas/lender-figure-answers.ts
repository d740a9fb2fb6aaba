/** Figures of the lender: totals across all stores, or for one. */
import { limits } from '../limits.ts'
import { choice, closed, count, moment, money, nullable, rateOf, words } from './answers.ts'
import { approvalActions } from './approvals.ts'
import { optional, type TSchema, Type } from './common.ts'
import { StoreReference } from './lender-answers.ts'
import { loanBuckets } from './lender-loan-answers.ts'

const dayOf = (description: string) =>
  Type.String({ format: 'date', pattern: String.raw`^\d{4}-\d\d-\d\d$`, description })

/** The query of a figure by day. */
export const figureQuery = {
  from: optional(
    dayOf(
      'The first day; defaults to 29 days before the last one, or 11 months for monthly figures.',
    ),
  ),
  to: optional(dayOf('The last day, inclusive; defaults to today.')),
  'store-id': optional(
    Type.String({ description: 'Returns the figure of this store only, in its time zone.' }),
  ),
}
/** The query of a present figure. */
export const presentFigureQuery = { 'store-id': figureQuery['store-id'] }

const figureOf = <T extends Readonly<Record<string, TSchema>>>(
  $id: string,
  row: T,
  description: string,
) =>
  closed(
    {
      from: nullable(dayOf('The first day.'), {
        description: 'The first day; null for a current figure.',
      }),
      to: nullable(dayOf('The last day.'), {
        description: 'The last day; null for a current figure.',
      }),
      at: moment('Time of the calculation'),
      time_zone: words("Time zone of the days: UTC, or the store's."),
      store_id: nullable(words('The store.'), { description: 'The store; null for all stores.' }),
      left_out: count('Number of rows left out beyond the limit, smallest first.'),
      results: Type.Array(closed(row), {
        maxItems: limits.figurePointsMax,
        description: 'The rows.',
      }),
    },
    { $id, description },
  )

const currency = words('ISO 4217 code.')
const ofDay = { day: dayOf('The day; every day of the period is included.'), currency }
/** Amounts that may be reversed on a later day. */
const change = (description: string) =>
  Type.Integer({ description: `${description}, net of reversals, in minor units.` })

export const VolumeFigure = figureOf(
  'VolumeFigure',
  {
    ...ofDay,
    orders: count('Number of orders confirmed on the day.'),
    amount: money('Their total, after later reductions by the stores'),
  },
  'Orders and amounts financed, by day of confirmation.',
)

export const DecisionsFigure = figureOf(
  'DecisionsFigure',
  {
    day: ofDay.day,
    decisions: count('Number of decisions of the day.'),
    accepted: count('Accepted.'),
    checked: count('Sent to an identity check.'),
    refused: count('Declined.'),
    overturned: count('Declined decisions that were later overturned.'),
    approval_rate: nullable(rateOf('Accepted of all'), {
      description: 'Acceptance rate, in hundredths of a percent; null if there were no decisions.',
    }),
  },
  'Decisions and their outcome, by day.',
)

export const RefusalsFigure = figureOf(
  'RefusalsFigure',
  {
    reason: words('Reason code.'),
    named: count('Declined decisions with the reason.'),
    decisive: count('Declined decisions for which the reason was decisive.'),
  },
  'Reasons for declined signatures.',
)

export const SettlementsFigure = figureOf(
  'SettlementsFigure',
  {
    store: StoreReference,
    currency,
    captured: money('Amount captured'),
    refunded: money('Amount reversed by refunds and cancellations'),
  },
  'Captured and refunded amounts by store, largest first.',
)

export const PortfolioFigure = figureOf(
  'PortfolioFigure',
  {
    bucket: choice(loanBuckets, 'Arrears bucket.'),
    currency,
    loans: count('Number of loans with an amount owed.'),
    receivable: money('Amount owed on them'),
    overdue: money('Amount due and unpaid'),
  },
  'Amounts owed by arrears bucket, now.',
)

export const rolledFrom = [...loanBuckets] as const
export const rolledTo = [...loanBuckets, 'written_off'] as const
export const RollsFigure = figureOf(
  'RollsFigure',
  {
    before: choice(rolledFrom, 'Arrears bucket at the end of the day before the period.'),
    after: choice(
      rolledTo,
      'Arrears bucket at the end of the period; `current`: no longer in arrears.',
    ),
    loans: count('Number of loans that moved between them.'),
  },
  'Loans in arrears before or after the period, by both buckets; loans never ' +
    'in arrears are left out.',
)

export const monthsLate = ['0', '1', '2', '3', '4+', 'written_off', 'ended'] as const
export const VintagesFigure = figureOf(
  'VintagesFigure',
  {
    month: Type.String({
      pattern: String.raw`^\d{4}-\d\d$`,
      description: 'Month of the signature.',
    }),
    late: choice(
      monthsLate,
      'Months in arrears, rounded up: 1 is up to 30 days; `ended`: nothing is owed.',
    ),
    currency,
    loans: count('Number of loans.'),
    receivable: money('Amount owed on them'),
    written_off: money('Amount written off'),
  },
  'Loans by month of signature and months in arrears, now.',
)

export const ExposureFigure = figureOf(
  'ExposureFigure',
  {
    at_least: money('Lower bound, inclusive'),
    below: nullable(money('Up to how much'), {
      description: 'Upper bound, exclusive; null: none.',
    }),
    currency,
    persons: count('Number of persons in this range, across all stores.'),
    amount: money('Total amount they owe'),
  },
  'How much persons owe, as counted for a decision, now.',
)

export const CashFigure = figureOf(
  'CashFigure',
  {
    ...ofDay,
    expected: money('Instalments due on the day by their plans, without late fees'),
    received: money('Amount debited to cash'),
    paid: money('Amount credited to cash: paid to stores and returned to buyers'),
  },
  'Expected and actual cash flow, by day.',
)

export const PayoutsFigure = figureOf(
  'PayoutsFigure',
  {
    ...ofDay,
    payouts: count('Number of payouts created on the day.'),
    paid: money('Amount already paid'),
    proposed: money('Amount waiting for automatic payment'),
    held: money('Amount held'),
  },
  'Payouts by day of creation, with the amounts held now.',
)

export const IncomeFigure = figureOf(
  'IncomeFigure',
  {
    ...ofDay,
    store_fees: change('Fees of stores'),
    campaigns: change('What stores pay for campaigns'),
    interest: change('Interest of buyers'),
    buyer_fees: change('Opening fees of buyers'),
    late: change('Late fees'),
  },
  'Fees and interest, by day.',
)

export const LossesFigure = figureOf(
  'LossesFigure',
  {
    ...ofDay,
    written_off: money('Amount written off'),
    recovered: money('Amount of write-offs recovered or undone'),
    waived: money('Late fees and interest waived'),
  },
  'Write-offs and waivers, by day.',
)

export const ApprovalsFigure = figureOf(
  'ApprovalsFigure',
  {
    action: choice(approvalActions, 'The requested action.'),
    requests: count('Number of requests in the period.'),
    pending: count('Pending.'),
    executed: count('Approved and carried out.'),
    declined: count('Declined.'),
    ended: count('Withdrawn, expired or failed.'),
    median_minutes: nullable(count('From asking to the decision.'), {
      description: 'Median time to the decision, in minutes; null if none was decided.',
    }),
    oldest: nullable(moment('Since when the first waits'), {
      description: 'Since when the oldest pending request has waited; null if none is pending.',
    }),
  },
  'Approvals visible to the caller: how many, and how long they took.',
)

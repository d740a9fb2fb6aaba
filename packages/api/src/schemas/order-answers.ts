import { limits } from '../limits.ts'
import { settlementTypes } from '../settlements.ts'
import {
  asStored,
  CurrencyAnswer,
  choice,
  closed,
  flag,
  hexId,
  moment,
  money,
  nullable,
  pageOf,
  rateOf,
  words,
} from './answers.ts'
import { products } from './checkouts.ts'
import { optional, Type } from './common.ts'
import { annualEquivalent, LoanAnswer } from './loan-answers.ts'
import { OfferAnswer } from './offer-answers.ts'
import { Article, Billing, Customer, Shipping } from './orders.ts'

export const financingStatuses = ['pending', 'ok', 'ko'] as const

export const financingStatusAnswer = choice(
  financingStatuses,
  'Result of the financing: `pending` until it is decided, `ok` once confirmed, else `ko`.',
)
export const statusReasonAnswer = words(
  'Why the financing has this status, such as `confirmation_required`; empty once confirmed.',
)
export const midAnswer = words("The store's own id of the order.")
export const sandboxAnswer = flag('Whether it belongs to the sandbox.')

/** An action with its limit, or the reason why it is not possible now. */
const action = (description: string) =>
  Type.Union(
    [
      closed({
        allowed: Type.Literal(true, { description: 'It is possible.' }),
        limit: Type.Optional(money('The largest amount that is possible now')),
      }),
      closed({
        allowed: Type.Literal(false, { description: 'It is not possible.' }),
        reason: words('Why it is not possible: an error code, or `nothing_remaining`.'),
      }),
    ],
    { description },
  )

const AllowedActions = closed(
  {
    capture: action('`POST /orders/:orderId/captures`'),
    void: action('`POST /orders/:orderId/void`'),
    refund: action('`POST /orders/:orderId/refund`'),
    capture_refund: action('`POST /orders/:orderId/captures/:captureId/refunds`'),
    edit: action('`PUT` and `PATCH /orders/:orderId`'),
    cancel: action('`POST /orders/:orderId/cancel`'),
  },
  { $id: 'AllowedActions', description: 'What can be done to the order now.' },
)

const amounts = {
  total_amount: money('The total that is financed'),
  captured_amount: money('What was captured'),
  voided_amount: money('What was voided'),
  refunded_amount: money('What was refunded, on captures and of what was not captured'),
  remaining_capture_amount: money(
    'What can still be captured or voided; 0 before confirmation and after cancellation',
  ),
  remaining_refund_amount: money(
    'What can still be refunded; 0 before confirmation and after cancellation',
  ),
}

const times = {
  created: moment('When the checkout was created'),
  verified: nullable(moment('When the buyer accepted')),
  confirmed: nullable(moment('When the store confirmed')),
  expires_at: nullable(moment('When the present state ends by itself')),
  capture_before: nullable(moment('When what is not captured will be voided')),
  expired: nullable(moment('When it expired')),
  cancelled: nullable(moment('When it was cancelled')),
  rejected: flag('Whether it ended `ko`.'),
}

const states = {
  status: choice(
    ['pending', 'processing', 'complete', 'cancelled'],
    '`pending` until confirmed, `processing` while something is left to capture, then ' +
      '`complete`; `cancelled` also when it ended `ko`.',
  ),
  financing_status: financingStatusAnswer,
  status_reason: statusReasonAnswer,
}

const listed = {
  id: hexId("The service's id of the order; its checkout has the same."),
  mid: midAnswer,
  ...states,
  rejection_reason: nullable(words('Why the store rejected it, in its own words.')),
  sandbox: sandboxAnswer,
  product: nullable(choice(products, 'What the buyer chose.')),
  approved_amount: money('The total that the buyer signed for'),
  currency: CurrencyAnswer,
  tax_rate: nullable(rateOf('Tax rate of the order, as the store sent it')),
  discount: nullable(money('Discount of the order, as the store sent it')),
  discount_rate: nullable(rateOf('Discount of the order, as the store sent it')),
  customer_id: nullable(
    hexId('The buyer as the service knows them within this store; null before the signature.'),
  ),
  customer: asStored(Customer, { description: 'The buyer as described by the store.' }),
  ...amounts,
  allowed_actions: AllowedActions,
  warnings: Type.Array(Type.String(), {
    description: 'What somebody should look at, such as a total that its lines do not add up to.',
  }),
  ...times,
}

/** An order as a list shows it (contract §5). */
export const OrderListItem = closed(listed, {
  $id: 'OrderListItem',
  description: 'An order as lists show it: without articles, addresses and plan.',
})

const InstalmentPlanAnswer = closed(
  {
    ...OfferAnswer.properties,
    loan: nullable(LoanAnswer, { description: 'As it stands; null before the confirmation.' }),
  },
  { $id: 'InstalmentPlan', description: 'The plan of an order.' },
)

export const OrderAnswer = closed(
  {
    ...listed,
    articles: Type.Array(asStored(Article), { description: 'What is bought.' }),
    shipping: nullable(asStored(Shipping), { description: 'Where and how it is shipped.' }),
    billing: nullable(asStored(Billing), { description: 'Who is billed.' }),
    instalment_plan: nullable(InstalmentPlanAnswer, {
      description: 'What the buyer signed, and what became of it; null before.',
    }),
  },
  { $id: 'Order', description: 'An order.' },
)

export const OrderPage = pageOf(OrderListItem, 'OrderPage')

export const pageQuery = {
  page: optional(Type.Integer({ minimum: 1, default: 1, description: 'Number of the page.' })),
  page_size: optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.pageSizeMax,
      default: limits.pageSizeDefault,
      description: 'How many results a page has.',
    }),
  ),
}

/** What a dry run tells beside the answer (contract §7). */
export const EffectsAnswer = closed(
  {
    amounts: closed({ ...states, ...amounts }, { description: 'The order as it would be.' }),
    entries: Type.Array(
      closed({
        kind: words('What kind of ledger entry it is.'),
        postings: Type.Array(
          closed({
            debit: words('The account that receives.'),
            credit: words('The account that gives.'),
            amount: money('How much moves'),
          }),
          { description: 'Movements between accounts.' },
        ),
      }),
      { description: 'The ledger entries that would be made.' },
    ),
    settlement_lines: Type.Array(
      closed({
        type: choice(settlementTypes, 'What happened, or what it costs the store.'),
        amount: money('The operation’s'),
        net: Type.Integer({ description: 'What the store is paid, in minor units; less below 0.' }),
      }),
      { description: 'The commercial transactions that would be listed.' },
    ),
    loan: nullable(LoanAnswer, { description: 'What the buyer would owe; null before it is.' }),
    credit_to_customer: money('What becomes due to the buyer beyond the reduction of the debt'),
    annual_equivalent: annualEquivalent,
  },
  { $id: 'Effects', description: 'What the write would do.' },
)

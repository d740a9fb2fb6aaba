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
  'Result of the financing: `pending` until it is decided, `ok` once confirmed, otherwise `ko`.',
)
export const statusReasonAnswer = words(
  'Why the financing has this status, such as `confirmation_required`; empty once confirmed.',
)
export const midAnswer = words("The store's own id of the order.")
export const sandboxAnswer = flag('Whether the order belongs to the sandbox.')

/** An action with its limit, or the reason why it is not possible now. */
const action = (description: string) =>
  Type.Union(
    [
      closed({
        allowed: Type.Literal(true, { description: 'Whether the action is allowed.' }),
        limit: Type.Optional(money('The largest amount that is allowed now')),
      }),
      closed({
        allowed: Type.Literal(false, { description: 'The action is not allowed.' }),
        reason: words('Why the action is not allowed: an error code, or `nothing_remaining`.'),
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
  { $id: 'AllowedActions', description: 'The actions that the order allows now.' },
)

const amounts = {
  total_amount: money('The financed total'),
  captured_amount: money('Amount captured'),
  voided_amount: money('Amount voided'),
  refunded_amount: money('Amount refunded, on captures and of the uncaptured amount'),
  remaining_capture_amount: money(
    'Amount that can still be captured or voided; 0 before confirmation and after cancellation',
  ),
  remaining_refund_amount: money(
    'Amount that can still be refunded; 0 before confirmation and after cancellation',
  ),
}

const times = {
  created: moment('When the checkout was created'),
  verified: nullable(moment('When the buyer signed')),
  confirmed: nullable(moment('When the store confirmed')),
  expires_at: nullable(moment('When the current state expires')),
  capture_before: nullable(
    moment('When the authorisation expires and the uncaptured amount is voided'),
  ),
  expired: nullable(moment('When it expired')),
  cancelled: nullable(moment('When it was cancelled')),
  rejected: flag('Whether the order ended `ko`.'),
}

const states = {
  status: choice(
    ['pending', 'processing', 'complete', 'cancelled'],
    '`pending` until confirmed, `processing` while an amount can still be captured, ' +
      'then `complete`; `cancelled` also if it ended `ko`.',
  ),
  financing_status: financingStatusAnswer,
  status_reason: statusReasonAnswer,
}

const listed = {
  id: hexId("The service's id of the order; its checkout has the same."),
  mid: midAnswer,
  ...states,
  rejection_reason: nullable(words("The store's reason for rejecting the order.")),
  sandbox: sandboxAnswer,
  product: nullable(choice(products, 'The product that the buyer chose.')),
  approved_amount: money('The total that the buyer signed'),
  currency: CurrencyAnswer,
  tax_rate: nullable(rateOf('Tax rate of the order, as the store sent it')),
  discount: nullable(money('Discount of the order, as the store sent it')),
  discount_rate: nullable(rateOf('Discount of the order, as the store sent it')),
  customer_id: nullable(
    hexId("The service's id of the buyer within this store; null before the signature."),
  ),
  customer: asStored(Customer, { description: 'The buyer as described by the store.' }),
  ...amounts,
  allowed_actions: AllowedActions,
  warnings: Type.Array(Type.String(), {
    description: 'Warnings, such as a total that differs from the sum of its lines.',
  }),
  ...times,
}

/** An order as a list shows it (contract §5). */
export const OrderListItem = closed(listed, {
  $id: 'OrderListItem',
  description: 'An order in a list: without articles, addresses and plan.',
})

const InstalmentPlanAnswer = closed(
  {
    ...OfferAnswer.properties,
    loan: nullable(LoanAnswer, {
      description: 'The current state of the loan; null before confirmation.',
    }),
  },
  { $id: 'InstalmentPlan', description: 'The plan of an order.' },
)

export const OrderAnswer = closed(
  {
    ...listed,
    articles: Type.Array(asStored(Article), { description: 'The articles.' }),
    shipping: nullable(asStored(Shipping), { description: 'Shipping address and method.' }),
    billing: nullable(asStored(Billing), { description: 'Billing address.' }),
    instalment_plan: nullable(InstalmentPlanAnswer, {
      description:
        'The plan that the buyer signed, with its current state; null before the signature.',
    }),
  },
  { $id: 'Order', description: 'An order.' },
)

export const OrderPage = pageOf(OrderListItem, 'OrderPage')

export const pageQuery = {
  page: optional(Type.Integer({ minimum: 1, default: 1, description: 'Page number.' })),
  page_size: optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.pageSizeMax,
      default: limits.pageSizeDefault,
      description: 'Results per page.',
    }),
  ),
}

/** The additional members of a dry run (contract §7). */
export const EffectsAnswer = closed(
  {
    amounts: closed({ ...states, ...amounts }, { description: 'The order after the write.' }),
    entries: Type.Array(
      closed({
        kind: words('Kind of the ledger entry.'),
        postings: Type.Array(
          closed({
            debit: words('The account that is debited.'),
            credit: words('The account that is credited.'),
            amount: money('Amount'),
          }),
          { description: 'The postings between accounts.' },
        ),
      }),
      { description: 'The ledger entries that the write would create.' },
    ),
    settlement_lines: Type.Array(
      closed({
        type: choice(
          settlementTypes,
          'Type of the transaction: the operation, or what it costs the store.',
        ),
        amount: money('Amount of the operation'),
        net: Type.Integer({
          description:
            "Change of the store's balance, in minor units; negative if it is paid less.",
        }),
      }),
      { description: 'The commercial transactions that the write would create.' },
    ),
    loan: nullable(LoanAnswer, {
      description: 'The loan after the write; null if there is none yet.',
    }),
    credit_to_customer: money('Amount due to the buyer in addition to the reduced debt'),
    annual_equivalent: annualEquivalent,
  },
  { $id: 'Effects', description: 'The effects of the write.' },
)

import { currencies } from '../currencies.ts'
import { limits } from '../limits.ts'
import { choice, closed, count, hexId, moment, nullable, words } from './answers.ts'
import { StoreBankAccount } from './bank-accounts.ts'
import { products } from './checkouts.ts'
import { Type } from './common.ts'
import { DecisionLimitsAnswer } from './decision-answers.ts'
import { storeStates } from './lender-stores.ts'
import { payoutIntervals, weekdays } from './stores.ts'

const currency = (description: string) => choice([...currencies.keys()], description)

const ProductTermsAnswer = closed(
  {
    type: choice(products, 'The product.'),
    currency: currency('Currency in which the product is offered.'),
    min_amount: count('Minimum amount, in minor units: 12.50 is 1250.'),
    max_amount: count('Maximum amount, in minor units.'),
    num_instalments: Type.Array(Type.Integer({ minimum: 1 }), {
      description:
        'Available numbers of instalments; always [4] for pay_in_4 and [1] for pay_later.',
    }),
    nominal_rate: count(
      'Annual interest rate, in hundredths of a percent; 0 except for instalments.',
    ),
    term_days: nullable(Type.Integer({ minimum: 1 }), {
      description:
        'Days from a capture to the payment of pay_later, and between the payments of ' +
        'pay_in_4; null for instalments, which are monthly.',
    }),
    opening_fee_rate: count('Opening fee of the buyer, in hundredths of a percent.'),
    opening_fee_fixed: count('Additional fixed opening fee, in minor units.'),
    downpayment_rate: count('Down payment on the day of signing, in hundredths of a percent.'),
    late_charge: count('One-time late fee for each late instalment, in minor units.'),
    capture: choice(
      ['manual', 'automatic'],
      'Whether the store captures, or everything is captured at confirmation.',
    ),
    capture_within: nullable(Type.Integer({ minimum: 1 }), {
      description: "Days until the authorisation expires; null: as in the store's setting.",
    }),
    fee_rate: count('Fee of the store for each capture, in hundredths of a percent.'),
    fee_fixed: count('Additional fixed fee of the store for each capture, in minor units.'),
    warnings: Type.Array(Type.String(), {
      description: 'Warnings about unusual terms, such as an extreme annual percentage rate.',
    }),
  },
  { $id: 'ProductTerms', description: 'The terms of a product in one currency.' },
)

const PayoutScheduleAnswer = closed(
  {
    interval: choice(payoutIntervals, 'Payout interval; `manual`: only by `POST /me/payouts`.'),
    weekday: nullable(choice(weekdays, ''), {
      description: 'Day of the week of a weekly schedule, otherwise null.',
    }),
    day: nullable(Type.Integer({ minimum: 1, maximum: 31 }), {
      description:
        'Day of the month of a monthly schedule, otherwise null; in shorter months, the last day.',
    }),
    hold_days: Type.Integer({
      minimum: 0,
      maximum: limits.payoutHoldDaysMax,
      description: 'Days between the proposal of a payout and its payment; 0: it is paid at once.',
    }),
  },
  {
    $id: 'PayoutSchedule',
    description:
      "Payout schedule; payouts are made at the start of a day in the store's time zone.",
  },
)

const CollectionAnswer = closed(
  {
    retry_days: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'When failed charges are retried, in ascending order.',
    }),
    late_after_days: Type.Integer({ minimum: 1, description: 'When an instalment becomes late.' }),
    write_off_after_days: Type.Integer({
      minimum: 1,
      description: 'When a debt is written off.',
    }),
  },
  { $id: 'Collection', description: 'Schedule for collecting debts, in days after the due date.' },
)

const LenderAnswer = closed(
  {
    name: words('Name.'),
    address: nullable(words('Postal address.')),
    email: nullable(words('E-mail address.')),
    phone: nullable(words('Phone number.')),
    url: nullable(words('URL of its site.')),
    registration: nullable(words('Number in the register of lenders.')),
    supervisor: nullable(words('Supervisory authority.')),
    complaints: nullable(words('Out-of-court dispute resolution body.')),
  },
  { $id: 'Lender', description: 'The creditor, as named in its documents.' },
)

const BrandingAnswer = closed(
  {
    name: nullable(words("Shown instead of the store's name, except in documents.")),
    color: nullable(words('`#rrggbb`, colour of the main button.')),
    text_color: nullable(words('Black or white, whichever is readable on `color`.')),
    logo_url: nullable(words('URL of the logo; set it as `logo`, in base64.')),
  },
  { $id: 'Branding', description: "Appearance of the store's checkout pages." },
)

const narrowed = ProductTermsAnswer.properties
const OfferedProduct = closed(
  {
    ...{ type: narrowed.type, currency: narrowed.currency },
    ...{ min_amount: narrowed.min_amount, max_amount: narrowed.max_amount },
    num_instalments: narrowed.num_instalments,
    ...{ capture: narrowed.capture, capture_within: narrowed.capture_within },
  },
  { $id: 'OfferedProduct', description: 'A product, as narrowed by the store.' },
)

/** The store as `/me` answers it. */
export const StoreAnswer = closed(
  {
    id: hexId('The store.'),
    name: words('Name.'),
    url: nullable(words('URL of its site.')),
    time_zone: words('Time zone as an IANA name; dates without an offset are interpreted in it.'),
    locales: Type.Array(Type.String(), { description: 'Languages of its buyers, BCP 47.' }),
    currency: currency('Default currency of requests.'),
    products: Type.Array(ProductTermsAnswer, {
      description: 'The products that the store offers.',
    }),
    capture_policy: choice(
      ['partial', 'full'],
      '`full`: a capture always covers the remaining amount.',
    ),
    capture_within: nullable(Type.Integer({ minimum: 1 }), {
      description: 'Days until the authorisation expires; null: 90, or 30 for pay_later.',
    }),
    refund_spread: choice(
      ['spread', 'last', 'next'],
      'Which instalments are reduced when the debt is reduced.',
    ),
    fees_on_refund: choice(['return', 'keep'], "How a refund affects the store's fee."),
    collection: CollectionAnswer,
    payout_schedule: PayoutScheduleAnswer,
    lender: nullable(LenderAnswer, {
      description: 'The creditor; null if the store itself grants the credit.',
    }),
    branding: BrandingAnswer,
    decision: DecisionLimitsAnswer,
    total_check: choice(
      ['lenient', 'strict'],
      '`strict`: a total that differs from the sum of its lines is rejected.',
    ),
    origins: Type.Array(Type.String(), {
      description: 'Origins whose pages may use the public key; empty: all.',
    }),
    notification_url: nullable(words('Default URL for notifications; a checkout can override it.')),
    notification_auth: choice(
      ['signature', 'token'],
      'How a receiver authenticates notifications.',
    ),
    notification_token_set: Type.Boolean({ description: 'Whether a token is stored.' }),
    browser_checkout: Type.Boolean({ description: 'Whether pages may create checkouts.' }),
    confirmation_timeout: Type.Integer({
      minimum: 1,
      description: 'Minutes that the store has to confirm an order.',
    }),
    terms: closed(
      {
        version: Type.Integer({ minimum: 1, description: "Version of the lender's terms." }),
        effective_from: moment('Effective since'),
        products: Type.Array(OfferedProduct, {
          description: 'Products allowed by the lender; `products` offers the same or less.',
        }),
      },
      { $id: 'TermsInForce', description: "The lender's terms behind these settings." },
    ),
    offer: nullable(Type.Array(OfferedProduct), {
      description: 'How the store has narrowed its terms; null: it offers everything they allow.',
    }),
    state: choice(storeStates, 'What the lender allows the store to do in this mode.'),
    bank_account: StoreBankAccount,
    created: Type.String({ format: 'date-time', description: 'Creation time, in UTC.' }),
  },
  { $id: 'Store', description: 'A store and its settings.' },
)

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
    currency: currency('In which it is offered.'),
    min_amount: count('Smallest amount, in minor units: 12.50 is 1250.'),
    max_amount: count('Largest amount, in minor units.'),
    num_instalments: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'Counts to choose from; always [4] for pay_in_4 and [1] for pay_later.',
    }),
    nominal_rate: count('Yearly, in hundredths of a percent; 0 but for instalments.'),
    term_days: nullable(Type.Integer({ minimum: 1 }), {
      description:
        'Days from a capture to the payment of pay_later, and between two parts of pay_in_4; ' +
        'null for instalments, which are monthly.',
    }),
    opening_fee_rate: count('What the buyer pays for the opening, in hundredths of a percent.'),
    opening_fee_fixed: count('What the buyer pays for the opening besides, in minor units.'),
    downpayment_rate: count('Paid on the day of signing, in hundredths of a percent.'),
    late_charge: count('What the buyer pays once for each late instalment, in minor units.'),
    capture: choice(
      ['manual', 'automatic'],
      'Whether the store captures, or all is captured at confirmation.',
    ),
    capture_within: nullable(Type.Integer({ minimum: 1 }), {
      description: "Days after which what is not captured lapses; null: as the store's setting.",
    }),
    fee_rate: count('What the store pays of each capture, in hundredths of a percent of it.'),
    fee_fixed: count('What the store pays for each capture besides, in minor units.'),
    warnings: Type.Array(Type.String(), {
      description: 'What is unusual about the terms, such as an extreme annual percentage rate.',
    }),
  },
  { $id: 'ProductTerms', description: 'The terms of a product in one currency.' },
)

const PayoutScheduleAnswer = closed(
  {
    interval: choice(payoutIntervals, 'How often; manual: by `POST /me/payouts` only.'),
    weekday: nullable(choice(weekdays, ''), { description: 'Of a weekly one, else null.' }),
    day: nullable(Type.Integer({ minimum: 1, maximum: 31 }), {
      description: 'Of a monthly one, else null; what a month lacks is its last day.',
    }),
    hold_days: Type.Integer({
      minimum: 0,
      maximum: limits.payoutHoldDaysMax,
      description: 'So many days a payout is proposed before it is paid; 0: it is paid at once.',
    }),
  },
  {
    $id: 'PayoutSchedule',
    description: 'When the store is paid: as a day of its time zone begins.',
  },
)

const CollectionAnswer = closed(
  {
    retry_days: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'When a charge that failed is tried again; ascending.',
    }),
    late_after_days: Type.Integer({ minimum: 1, description: 'From when an instalment is late.' }),
    write_off_after_days: Type.Integer({
      minimum: 1,
      description: 'From when a debt is written off.',
    }),
  },
  { $id: 'Collection', description: 'How debts are collected, in days after the due date.' },
)

const LenderAnswer = closed(
  {
    name: words('Its name.'),
    address: nullable(words('Where it is.')),
    email: nullable(words('Where it is written to.')),
    phone: nullable(words('Where it is called.')),
    url: nullable(words('Its site.')),
    registration: nullable(words('Its entry in the register of lenders.')),
    supervisor: nullable(words('Its supervisory authority.')),
    complaints: nullable(words('The body for out-of-court redress.')),
  },
  { $id: 'Lender', description: 'The creditor, as named in its documents.' },
)

const BrandingAnswer = closed(
  {
    name: nullable(words("Shown in place of the store's name; documents keep the name.")),
    color: nullable(words('`#rrggbb`, of the button that goes on.')),
    text_color: nullable(words('Of black and white the one that can be read on `color`.')),
    logo_url: nullable(words('Where the logo is served; it is set as `logo`, in base64.')),
  },
  { $id: 'Branding', description: "How the store's checkout pages look." },
)

const narrowed = ProductTermsAnswer.properties
const OfferedProduct = closed(
  {
    ...{ type: narrowed.type, currency: narrowed.currency },
    ...{ min_amount: narrowed.min_amount, max_amount: narrowed.max_amount },
    num_instalments: narrowed.num_instalments,
    ...{ capture: narrowed.capture, capture_within: narrowed.capture_within },
  },
  { $id: 'OfferedProduct', description: 'A product within the bounds that the store has chosen.' },
)

/** The store as `/me` answers it. */
export const StoreAnswer = closed(
  {
    id: hexId('The store.'),
    name: words('Its name.'),
    url: nullable(words('Address of its site.')),
    time_zone: words('IANA name: dates without an offset are read in it.'),
    locales: Type.Array(Type.String(), { description: 'Languages of its buyers, BCP 47.' }),
    currency: currency('What is meant where a request names none.'),
    products: Type.Array(ProductTermsAnswer, { description: 'What it offers.' }),
    capture_policy: choice(['partial', 'full'], 'full: a capture takes all that remains.'),
    capture_within: nullable(Type.Integer({ minimum: 1 }), {
      description: 'Days after which what is not captured lapses; null: 90, pay_later 30.',
    }),
    refund_spread: choice(
      ['spread', 'last', 'next'],
      'Which instalments become smaller when the debt does.',
    ),
    fees_on_refund: choice(['return', 'keep'], "What becomes of the store's fee on a refund."),
    collection: CollectionAnswer,
    payout_schedule: PayoutScheduleAnswer,
    lender: nullable(LenderAnswer, { description: 'Null: the store itself grants the credit.' }),
    branding: BrandingAnswer,
    decision: DecisionLimitsAnswer,
    total_check: choice(
      ['lenient', 'strict'],
      'strict: a total that its lines do not add up to is refused.',
    ),
    origins: Type.Array(Type.String(), {
      description: 'Origins whose pages may use the public key; none: all.',
    }),
    notification_url: nullable(words('Where notifications go, unless a checkout says so.')),
    notification_auth: choice(['signature', 'token'], 'How a receiver knows the service.'),
    notification_token_set: Type.Boolean({ description: 'Whether a token is stored.' }),
    browser_checkout: Type.Boolean({ description: 'Whether pages may create checkouts.' }),
    confirmation_timeout: Type.Integer({
      minimum: 1,
      description: 'Minutes in which the store has to confirm an order.',
    }),
    terms: closed(
      {
        version: Type.Integer({ minimum: 1, description: 'Of what the lender decides.' }),
        effective_from: moment('Since when it holds'),
        products: Type.Array(OfferedProduct, {
          description: 'What the lender allows: `products` offers as much, or less.',
        }),
      },
      { $id: 'TermsInForce', description: "Which of the lender's terms these settings have." },
    ),
    offer: nullable(Type.Array(OfferedProduct), {
      description: 'What it has narrowed of its terms; null: it offers all of them.',
    }),
    state: choice(storeStates, 'What the lender lets it do in this mode.'),
    bank_account: StoreBankAccount,
    created: Type.String({ format: 'date-time', description: 'When it was made, UTC.' }),
  },
  { $id: 'Store', description: 'A store and its settings.' },
)

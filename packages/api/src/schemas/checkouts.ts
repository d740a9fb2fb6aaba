import { documentLanguages } from '../document-languages.ts'
import { limits } from '../limits.ts'
import {
  Amount,
  Anything,
  about,
  CurrencyCode,
  DateTime,
  Email,
  Identifier,
  lenient,
  optional,
  RateField,
  RequiredText,
  type Static,
  Text,
  Type,
  Url,
  UrlOrPath,
} from './common.ts'
import { Article, Billing, Customer, Shipping } from './orders.ts'

export const products = ['instalments', 'pay_in_4', 'pay_later'] as const
export type Product = (typeof products)[number]
export const ProductType = Type.Enum([...products])

/** `ipn_url` is what the point of sale calls the address. */
export const Merchant = Type.Object(
  {
    notification_url: optional(
      about("The store's address to notify; absent: the one in its settings.", Url()),
    ),
    success_url: optional(about('Where the buyer goes once the order is confirmed.', UrlOrPath())),
    pending_url: optional(
      about('Where the buyer goes while it is pending; absent: `dismiss_url`.', UrlOrPath()),
    ),
    error_url: optional(
      about(
        'Where the buyer goes when the checkout fails to open; absent: `dismiss_url`.',
        UrlOrPath(),
      ),
    ),
    dismiss_url: optional(about('Where the buyer goes on leaving; absent: `/`.', UrlOrPath())),
    ko_url: optional(
      about('Where the buyer goes when it is declined; absent: `dismiss_url`.', UrlOrPath()),
    ),
    close_on_success: optional(
      about('Whether the page closes by itself after success.', Type.Boolean()),
    ),
    timeout_checkout: optional(
      about(
        'Minutes in which the buyer may sign; 60 by default.',
        Type.Integer({ minimum: 1, maximum: limits.timeoutCheckoutMinutesMax }),
      ),
    ),
    timeout_extra: optional(
      about(
        'Minutes for the identity check; 2880 by default.',
        Type.Integer({ minimum: 0, maximum: limits.timeoutExtraMinutesMax }),
      ),
    ),
  },
  { $id: 'Merchant', 'x-synonyms': { ipn_url: 'notification_url' } },
)

/** Body of `POST /checkout`. Unknown keys are not interpreted. */
export const CreateCheckoutBody = Type.Object(
  {
    merchant: optional(Merchant),
    order: Type.Object({
      id: about("The store's own id of the order (`mid`).", Identifier()),
      currency: CurrencyCode(),
      total_amount: about('What is financed, in minor units.', Amount({ minimum: 1 })),
      articles: about(
        'What is bought.',
        Type.Array(Article, { minItems: 1, maxItems: limits.articlesMax }),
      ),
      tax_rate: optional(
        about('Tax rate of the articles, in hundredths of a percent.', RateField()),
      ),
      discount: optional(about('Discount on the total, in minor units.', Amount())),
      discount_rate: optional(
        about('Discount on the total, in hundredths of a percent.', RateField()),
      ),
      cart_discount: optional(about('Another discount on the total, in minor units.', Amount())),
      cart_discount_rate: optional(
        about('Another discount on the total, in hundredths of a percent.', RateField()),
      ),
      options: optional(
        Type.Object({
          event_date: optional(
            about(
              'When what is bought takes place; instalments begin no earlier.',
              lenient('drop', DateTime()),
            ),
          ),
        }),
      ),
    }),
    customer: Customer,
    billing: optional(lenient('drop', Billing)),
    shipping: optional(Shipping),
    product: optional(Type.Object({ type: optional(ProductType) })),
    meta: optional(Anything()),
  },
  { $id: 'CreateCheckout' },
)
export type CreateCheckout = Static<typeof CreateCheckoutBody>

const buyerData = {
  first_name: optional(about('First name; required.', RequiredText())),
  last_name: optional(about('Last name; required.', RequiredText())),
  phone: optional(about('Phone number; absent: the stored one.', Identifier(limits.phoneMax))),
  birthday: optional(
    about(
      'Date of birth; a time of day is dropped. Absent: the stored one.',
      Type.String({ maxLength: 64, format: 'date' }),
    ),
  ),
  document_id: optional(
    about('Number of the identity document; absent: the stored one.', Identifier(64)),
  ),
  email: optional(about("E-mail address; absent: the customer's.", Email())),
  income: optional(
    about('Monthly income in minor units, where the store asks for it.', Amount({ minimum: 1 })),
  ),
}
const BuyerData = Type.Object(buyerData)
export type BuyerInput = Static<typeof BuyerData>
/** All that is needed to sign. */
export type Buyer = BuyerInput & {
  readonly [name in 'first_name' | 'last_name' | 'phone' | 'birthday' | 'document_id']: string
}

/** What buyers say about themselves before they sign, and the plan that they have chosen. */
export const BuyerBody = Type.Object({
  ...buyerData,
  product: optional(about('The chosen plan; absent: as a signature chooses it.', ProductType)),
  num_instalments: optional(
    about('How many payments; by default the fewest.', Type.Integer({ minimum: 1, maximum: 60 })),
  ),
})
export type BuyerWish = Static<typeof BuyerBody>

/** The buyer's signature under one offer. */
export const AcceptBody = Type.Object({
  product: ProductType,
  num_instalments: optional(
    about('How many payments; by default the fewest.', Type.Integer({ minimum: 1, maximum: 60 })),
  ),
  total_amount: optional(
    about(
      'Total cost of the plan that the buyer has read; refused if the terms have changed since.',
      Amount({ minimum: 1 }),
    ),
  ),
  language: optional(
    about(
      "Language in which the buyer read what they sign; by default the customer's.",
      Type.Enum([...documentLanguages]),
    ),
  ),
  card_token: optional(
    about(
      "What the provider's frame answered for the card; by default the sandbox's good card.",
      Type.String({ minLength: 1, maxLength: limits.cardTokenMax, format: 'card-token' }),
    ),
  ),
})
export type Acceptance = Static<typeof AcceptBody>

/** Body of `POST /sandbox/checkouts/:checkoutId/complete`; everything has a default. */
export const CompleteBody = Type.Object({
  document_id: optional(
    about("The buyer's identity document; 99999998T is refused.", Identifier(64)),
  ),
  income: optional(about("The buyer's monthly income, in minor units.", Amount({ minimum: 1 }))),
  product: optional(about('The product; by default the first that is offered.', ProductType)),
  num_instalments: optional(
    about('How many payments; by default the fewest.', Type.Integer({ minimum: 1, maximum: 60 })),
  ),
  card: optional(about('Number of the card; 4111 1111 1111 1111 is a good one.', Text(32))),
  challenge: optional(
    about('How the identity check ends, where there is one.', Type.Enum(['pass', 'fail', 'leave'])),
  ),
  dismiss: optional(about('Whether the buyer leaves instead of signing.', Type.Boolean())),
})
export type Completion = Static<typeof CompleteBody>

/** Body of `POST /checkout/:checkoutId/challenge`: how the identity check went. */
export const ChallengeBody = Type.Object({
  outcome: about('How the check went.', Type.Enum(['pass', 'fail'])),
})
export type Challenge = Static<typeof ChallengeBody>

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

/** The point of sale calls the URL `ipn_url`. */
export const Merchant = Type.Object(
  {
    notification_url: optional(
      about('URL that receives notifications; defaults to the one in the settings.', Url()),
    ),
    success_url: optional(about('URL for the buyer once the order is confirmed.', UrlOrPath())),
    pending_url: optional(
      about(
        'URL for the buyer while the order is pending; defaults to `dismiss_url`.',
        UrlOrPath(),
      ),
    ),
    error_url: optional(
      about(
        'URL for the buyer if the checkout fails to open; defaults to `dismiss_url`.',
        UrlOrPath(),
      ),
    ),
    dismiss_url: optional(about('URL for the buyer after leaving; defaults to `/`.', UrlOrPath())),
    ko_url: optional(
      about('URL for the buyer if the order is declined; defaults to `dismiss_url`.', UrlOrPath()),
    ),
    close_on_success: optional(
      about('Whether the page closes by itself after success.', Type.Boolean()),
    ),
    timeout_checkout: optional(
      about(
        'Minutes that the buyer has to sign; defaults to 60.',
        Type.Integer({ minimum: 1, maximum: limits.timeoutCheckoutMinutesMax }),
      ),
    ),
    timeout_extra: optional(
      about(
        'Minutes for the identity check; defaults to 2880.',
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
      total_amount: about('Amount to finance, in minor units.', Amount({ minimum: 1 })),
      articles: about(
        'The articles.',
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
              'Date of the event that is bought; instalments start no earlier.',
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
  phone: optional(about('Phone number; defaults to the stored one.', Identifier(limits.phoneMax))),
  birthday: optional(
    about(
      'Date of birth; a time of day is ignored. Defaults to the stored one.',
      Type.String({ maxLength: 64, format: 'date' }),
    ),
  ),
  document_id: optional(
    about('Number of the identity document; defaults to the stored one.', Identifier(64)),
  ),
  email: optional(about("E-mail address; defaults to the customer's.", Email())),
  income: optional(
    about('Monthly income in minor units, where the store requires it.', Amount({ minimum: 1 })),
  ),
}
const BuyerData = Type.Object(buyerData)
export type BuyerInput = Static<typeof BuyerData>
/** Everything needed to sign. */
export type Buyer = BuyerInput & {
  readonly [name in 'first_name' | 'last_name' | 'phone' | 'birthday' | 'document_id']: string
}

/** The buyer's data before the signature, and the chosen plan. */
export const BuyerBody = Type.Object({
  ...buyerData,
  product: optional(
    about('The chosen plan; defaults to the plan that a signature would select.', ProductType),
  ),
  num_instalments: optional(
    about('Number of payments; defaults to the fewest.', Type.Integer({ minimum: 1, maximum: 60 })),
  ),
})
export type BuyerWish = Static<typeof BuyerBody>

/** The buyer's signature under one offer. */
export const AcceptBody = Type.Object({
  product: ProductType,
  num_instalments: optional(
    about('Number of payments; defaults to the fewest.', Type.Integer({ minimum: 1, maximum: 60 })),
  ),
  total_amount: optional(
    about(
      'Total cost of the plan that the buyer has read; the request fails if the ' +
        'terms have changed since.',
      Amount({ minimum: 1 }),
    ),
  ),
  language: optional(
    about(
      "Language in which the buyer read the documents they sign; defaults to the customer's.",
      Type.Enum([...documentLanguages]),
    ),
  ),
  card_token: optional(
    about(
      "The card token from the provider's frame; defaults to the sandbox's valid card.",
      Type.String({ minLength: 1, maxLength: limits.cardTokenMax, format: 'card-token' }),
    ),
  ),
})
export type Acceptance = Static<typeof AcceptBody>

/** Body of `POST /sandbox/checkouts/:checkoutId/complete`; everything has a default. */
export const CompleteBody = Type.Object({
  document_id: optional(
    about("The buyer's identity document; 99999998T is declined.", Identifier(64)),
  ),
  income: optional(about("The buyer's monthly income, in minor units.", Amount({ minimum: 1 }))),
  product: optional(about('The product; defaults to the first one offered.', ProductType)),
  num_instalments: optional(
    about('Number of payments; defaults to the fewest.', Type.Integer({ minimum: 1, maximum: 60 })),
  ),
  card: optional(about('Card number; 4111 1111 1111 1111 is valid.', Text(32))),
  challenge: optional(
    about(
      'The result of the identity check, if there is one.',
      Type.Enum(['pass', 'fail', 'leave']),
    ),
  ),
  dismiss: optional(about('Whether the buyer leaves instead of signing.', Type.Boolean())),
})
export type Completion = Static<typeof CompleteBody>

/** Body of `POST /checkout/:checkoutId/challenge`: the result of the identity check. */
export const ChallengeBody = Type.Object({
  outcome: about('The result of the identity check.', Type.Enum(['pass', 'fail'])),
})
export type Challenge = Static<typeof ChallengeBody>

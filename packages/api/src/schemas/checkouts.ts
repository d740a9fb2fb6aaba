import { limits } from '../limits.ts'
import {
  Amount,
  Anything,
  CurrencyCode,
  DateTime,
  Identifier,
  optional,
  RateField,
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
    notification_url: optional(Url()),
    success_url: optional(UrlOrPath()),
    pending_url: optional(UrlOrPath()),
    error_url: optional(UrlOrPath()),
    dismiss_url: optional(UrlOrPath()),
    ko_url: optional(UrlOrPath()),
    close_on_success: optional(Type.Boolean()),
    timeout_checkout: optional(
      Type.Integer({ minimum: 1, maximum: limits.timeoutCheckoutMinutesMax }),
    ),
    timeout_extra: optional(Type.Integer({ minimum: 0, maximum: limits.timeoutExtraMinutesMax })),
  },
  { 'x-synonyms': { ipn_url: 'notification_url' } },
)

/** Body of `POST /checkout`. Unknown keys are not interpreted. */
export const CreateCheckoutBody = Type.Object({
  merchant: optional(Merchant),
  order: Type.Object({
    id: Identifier(),
    currency: CurrencyCode(),
    total_amount: Amount({ minimum: 1 }),
    articles: Type.Array(Article, { minItems: 1, maxItems: limits.articlesMax }),
    tax_rate: optional(RateField()),
    discount: optional(Amount()),
    discount_rate: optional(RateField()),
    cart_discount: optional(Amount()),
    cart_discount_rate: optional(RateField()),
    options: optional(Type.Object({ event_date: optional(DateTime()) })),
  }),
  customer: Customer,
  billing: optional(Billing),
  shipping: optional(Shipping),
  product: optional(Type.Object({ type: optional(ProductType) })),
  meta: optional(Anything()),
})
export type CreateCheckout = Static<typeof CreateCheckoutBody>

/** What the buyer tells about himself before signing. */
export const BuyerBody = Type.Object({
  first_name: Type.String({ minLength: 1, maxLength: limits.textMax }),
  last_name: Type.String({ minLength: 1, maxLength: limits.textMax }),
  phone: Identifier(limits.phoneMax),
  birthday: Type.String({ maxLength: 64, format: 'date' }),
  document_id: Identifier(64),
})
export type Buyer = Static<typeof BuyerBody>

/** The buyer's signature under one offer. */
export const AcceptBody = Type.Object({
  product: ProductType,
  num_instalments: optional(Type.Integer({ minimum: 1, maximum: 60 })),
})
export type Acceptance = Static<typeof AcceptBody>

/** Body of `POST /sandbox/checkouts/:checkoutId/complete`; everything has a default. */
export const CompleteBody = Type.Object({
  document_id: optional(Identifier(64)),
  product: optional(ProductType),
  num_instalments: optional(Type.Integer({ minimum: 1, maximum: 60 })),
  card: optional(Text(32)),
  challenge: optional(Type.Enum(['pass', 'fail', 'leave'])),
  dismiss: optional(Type.Boolean()),
})
export type Completion = Static<typeof CompleteBody>

/** Body of `POST /checkout/:checkoutId/challenge`: how the identity check went. */
export const ChallengeBody = Type.Object({ outcome: Type.Enum(['pass', 'fail']) })
export type Challenge = Static<typeof ChallengeBody>

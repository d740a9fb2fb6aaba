import { limits } from '../limits.ts'
import {
  Amount,
  CalendarDate,
  Country,
  CurrencyCode,
  DateTime,
  Email,
  Identifier,
  optional,
  RateField,
  RequiredText,
  type Static,
  Text,
  Type,
  Url,
} from './common.ts'

/** An item of the order. `price` is without tax, per piece. */
export const Article = Type.Object({
  id: Identifier(),
  name: RequiredText(),
  quantity: Type.Integer({ minimum: 1, maximum: limits.quantityMax }),
  price: Amount(),
  description: optional(Text(limits.descriptionMax)),
  url: optional(Url()),
  image_url: optional(Url()),
  category: optional(Text()),
  sku: optional(Identifier()),
  tax_rate: optional(RateField()),
  discount: optional(Amount()),
  discount_rate: optional(RateField()),
})
export type Article = Static<typeof Article>

const addressFields = {
  first_name: optional(Text()),
  last_name: optional(Text()),
  street: optional(Text()),
  address_addition: optional(Text()),
  city: optional(Text()),
  state: optional(Text()),
  country: optional(Country()),
  postcode: optional(Identifier(limits.postcodeMax)),
  phone: optional(Identifier(limits.phoneMax)),
  alt_phone: optional(Identifier(limits.phoneMax)),
}

export const Billing = Type.Object(addressFields, { 'x-synonyms': { zip: 'postcode' } })
export type Billing = Static<typeof Billing>

export const Shipping = Type.Object(
  {
    ...addressFields,
    name: optional(Text()),
    price: optional(Amount()),
    tax_rate: optional(RateField()),
    discount: optional(Amount()),
    discount_rate: optional(RateField()),
    method: optional(Type.Enum(['pickup_store', 'pickup_point', 'postal'])),
  },
  { 'x-synonyms': { zip: 'postcode' } },
)
export type Shipping = Static<typeof Shipping>

/** The buyer as the store knows him. */
export const Customer = Type.Object({
  email: Email(),
  id: optional(Identifier()),
  type: optional(Type.Enum(['g', 'n', 'e', 'guest', 'new', 'existing'])),
  gender: optional(Type.Integer({ minimum: 0, maximum: 3 })),
  first_name: optional(Text()),
  last_name: optional(Text()),
  phone: optional(Identifier(limits.phoneMax)),
  birthday: optional(CalendarDate()),
  language: optional(Text(35)),
  date_joined: optional(DateTime()),
  last_login: optional(DateTime()),
  address: optional(Billing),
  document_id: optional(
    Type.Object({
      type: optional(Text(32)),
      number: optional(Identifier(64)),
      country: optional(Country()),
    }),
  ),
})
export type Customer = Static<typeof Customer>

/** Body of captures, voids and refunds. */
export const AmountBody = Type.Object({ amount: Amount({ minimum: 1 }) })

const editable = {
  shipping: optional(Shipping),
  discount: optional(Amount()),
}

/** `PUT /orders/:orderId`: the whole of what can be edited. */
export const ReplaceOrderBody = Type.Object({
  order: Type.Object({
    ...editable,
    articles: Type.Array(Article, { maxItems: limits.articlesMax }),
    currency: CurrencyCode(),
    total_amount: Amount({ minimum: 1 }),
  }),
})

/** `PATCH /orders/:orderId`: any part of it. */
export const EditOrderBody = Type.Object({
  order: Type.Object({
    ...editable,
    articles: optional(Type.Array(Article, { maxItems: limits.articlesMax })),
    currency: optional(CurrencyCode()),
    total_amount: optional(Amount({ minimum: 1 })),
  }),
})
export type OrderEdit = Static<typeof EditOrderBody>['order']

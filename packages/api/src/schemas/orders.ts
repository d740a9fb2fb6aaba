import { limits } from '../limits.ts'
import {
  Amount,
  about,
  CalendarDate,
  Country,
  CurrencyCode,
  DateTime,
  Email,
  Identifier,
  lenient,
  optional,
  type Patch,
  RateField,
  RequiredText,
  type Static,
  Text,
  Type,
  Url,
  withoutDefault,
} from './common.ts'

/** An item of the order. `price` is without tax, per piece. */
export const Article = Type.Object(
  {
    id: about("The store's id of the article.", Identifier()),
    name: about('Name.', lenient('cut', RequiredText())),
    quantity: about(
      'Quantity.',
      lenient('one', Type.Integer({ minimum: 1, maximum: limits.quantityMax })),
    ),
    price: about('Unit price without tax, in minor units.', Amount()),
    description: optional(about('Description.', lenient('cut', Text(limits.descriptionMax)))),
    url: optional(about('URL of its page in the shop.', lenient('drop', Url()))),
    image_url: optional(about('URL of an image.', lenient('drop', Url()))),
    category: optional(about('Its category in the shop.', lenient('cut', Text()))),
    sku: optional(about('Stock keeping unit (SKU).', Identifier())),
    tax_rate: optional(
      about("Tax rate in hundredths of a percent; overrides the order's.", RateField()),
    ),
    discount: optional(about('Discount on the line, in minor units.', Amount())),
    discount_rate: optional(
      about('Discount on the line, in hundredths of a percent.', RateField()),
    ),
  },
  { $id: 'Article' },
)
export type Article = Static<typeof Article>

const addressFields = {
  first_name: optional(about('First name.', lenient('cut', Text()))),
  last_name: optional(about('Last name.', lenient('cut', Text()))),
  street: optional(about('Street and number.', lenient('cut', Text()))),
  address_addition: optional(about('Additional address line.', lenient('cut', Text()))),
  city: optional(about('City.', lenient('cut', Text()))),
  state: optional(about('State or province.', lenient('cut', Text()))),
  country: optional(about('ISO 3166 two-letter country code.', lenient('drop', Country()))),
  postcode: optional(about('Postcode.', lenient('cut', Identifier(limits.postcodeMax)))),
  phone: optional(about('Phone number.', lenient('cut', Identifier(limits.phoneMax)))),
  alt_phone: optional(about('Another phone number.', lenient('cut', Identifier(limits.phoneMax)))),
}

export const Billing = Type.Object(addressFields, {
  $id: 'Billing',
  'x-synonyms': { zip: 'postcode' },
})
export type Billing = Static<typeof Billing>

export const Shipping = Type.Object(
  {
    ...addressFields,
    name: optional(about('Name of the shipping method.', lenient('cut', Text()))),
    price: optional(about('Price without tax, in minor units.', Amount())),
    tax_rate: optional(about('Tax rate in hundredths of a percent.', RateField())),
    discount: optional(about('Discount on the shipping, in minor units.', Amount())),
    discount_rate: optional(
      about('Discount on the shipping, in hundredths of a percent.', RateField()),
    ),
    method: optional(
      about('Delivery method.', Type.Enum(['pickup_store', 'pickup_point', 'postal'])),
    ),
  },
  { $id: 'Shipping', 'x-synonyms': { zip: 'postcode' } },
)
export type Shipping = Static<typeof Shipping>

/** The buyer's account at the store. */
export const Customer = Type.Object(
  {
    email: about('E-mail address.', Email()),
    id: optional(about("The store's id of the customer.", Identifier())),
    type: optional(
      about(
        'Guest, new or existing customer.',
        lenient('drop', Type.Enum(['g', 'n', 'e', 'guest', 'new', 'existing'])),
      ),
    ),
    gender: optional(
      about(
        "The shop's numeric code for gender.",
        lenient('drop', Type.Integer({ minimum: 0, maximum: 3 })),
      ),
    ),
    first_name: optional(about('First name.', lenient('cut', Text()))),
    last_name: optional(about('Last name.', lenient('cut', Text()))),
    phone: optional(about('Phone number.', lenient('cut', Identifier(limits.phoneMax)))),
    birthday: optional(
      about('Date of birth; a time of day is ignored.', lenient('drop', CalendarDate())),
    ),
    language: optional(about('Language tag, such as es-ES.', lenient('drop', Text(35)))),
    date_joined: optional(about('When the customer joined the shop.', lenient('drop', DateTime()))),
    last_login: optional(about('When the customer last logged in.', lenient('drop', DateTime()))),
    address: optional(lenient('drop', Billing)),
    document_id: optional(
      lenient(
        'drop',
        Type.Object({
          type: optional(about('Kind of document.', lenient('drop', Text(32)))),
          number: optional(about('Number of the document.', lenient('drop', Identifier(64)))),
          country: optional(about('ISO 3166 two-letter country code.', lenient('drop', Country()))),
        }),
      ),
    ),
  },
  { $id: 'Customer' },
)
export type Customer = Static<typeof Customer>

/** Body of captures, voids and refunds. */
export const AmountBody = Type.Object({
  amount: about('Amount in minor units: 12.50 is 1250.', Amount({ minimum: 1 })),
})

const editable = {
  id: optional(about('A new order id of the store.', Identifier())),
  shipping: optional(Shipping),
  discount: optional(Amount()),
  discount_rate: optional(RateField()),
}

/** `PUT /orders/:orderId`: everything that can be edited; absent members get their defaults. */
export const ReplaceOrderBody = Type.Object({
  order: Type.Object({
    ...editable,
    articles: Type.Array(Article, { maxItems: limits.articlesMax }),
    currency: CurrencyCode(),
    total_amount: Amount({ minimum: 1 }),
  }),
})

/** `PATCH /orders/:orderId`: a merge patch of it (RFC 7396). */
export const EditOrderBody = Type.Object(
  {
    order: Type.Object(
      {
        ...editable,
        id: withoutDefault(Identifier()),
        articles: withoutDefault(Type.Array(Article, { maxItems: limits.articlesMax })),
        currency: withoutDefault(CurrencyCode()),
        total_amount: withoutDefault(Amount({ minimum: 1 })),
      },
      { 'x-no-default': true },
    ),
  },
  { 'x-patch': true },
)
type EditedOrder = Static<typeof EditOrderBody>['order']
/** Members without a default are never null. */
export type OrderEdit = Omit<EditedOrder, 'shipping' | 'discount' | 'discount_rate'> &
  Patch<Pick<EditedOrder, 'shipping' | 'discount' | 'discount_rate'>>

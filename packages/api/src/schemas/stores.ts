import { limits } from '../limits.ts'
import { ProductType } from './checkouts.ts'
import {
  Amount,
  CurrencyCode,
  Email,
  optional,
  RateField,
  type Static,
  Type,
  Url,
} from './common.ts'
import { DecisionLimitsBody } from './decisions.ts'

/** What a private key may be allowed to do (contract §1). */
export const scopes = [
  'orders:read',
  'orders:write',
  'refunds:write',
  'campaigns:write',
  'settings:write',
  'keys:write',
  'events:read',
] as const
export type Scope = (typeof scopes)[number]

const Days = () => Type.Integer({ minimum: 1, maximum: limits.settingDaysMax })
const CaptureMode = Type.Enum(['manual', 'automatic'])

/** Terms of a product in one currency. `x-rule`: what its fields say together. */
const ProductTermsBody = Type.Object(
  {
    type: ProductType,
    currency: CurrencyCode(),
    min_amount: Amount({ minimum: 1 }),
    max_amount: Amount({ minimum: 1 }),
    num_instalments: optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: limits.instalmentsMax }), {
        maxItems: limits.instalmentsMax,
      }),
    ),
    nominal_rate: optional(RateField()),
    term_days: optional(Days()),
    opening_fee_rate: optional(RateField()),
    opening_fee_fixed: optional(Amount({ maximum: limits.feeFixedMax })),
    downpayment_rate: optional(RateField()),
    late_charge: optional(Amount({ maximum: limits.feeFixedMax })),
    capture: optional(CaptureMode),
    capture_within: optional(Days()),
    fee_rate: optional(RateField()),
    fee_fixed: optional(Amount({ maximum: limits.feeFixedMax })),
  },
  { 'x-rule': 'product-terms' },
)
export type ProductTermsWish = Static<typeof ProductTermsBody>

export const payoutIntervals = ['daily', 'weekly', 'monthly', 'manual'] as const
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** When the store is paid: at the beginning of a day of its time zone, or by hand. */
const PayoutScheduleBody = Type.Object(
  {
    interval: Type.Enum([...payoutIntervals]),
    weekday: optional(Type.Enum([...weekdays])),
    day: optional(Type.Integer({ minimum: 1, maximum: limits.payoutDayMax })),
  },
  { 'x-rule': 'payout-schedule' },
)
export type PayoutScheduleWish = Static<typeof PayoutScheduleBody>

/** How debts are collected, in days after the due date. What is left out is its default. */
const CollectionBody = Type.Object(
  {
    retry_days: optional(Type.Array(Days(), { maxItems: limits.retryDaysMax, 'x-list': true })),
    late_after_days: optional(Type.Integer({ minimum: 1, maximum: limits.settingDaysMax })),
    write_off_after_days: optional(Type.Integer({ minimum: 1, maximum: limits.writeOffDaysMax })),
  },
  { 'x-rule': 'collection' },
)
export type CollectionWish = Static<typeof CollectionBody>

const Line = () => optional(Type.String({ minLength: 1, maxLength: limits.textMax }))

/** Who grants the credit, as its documents name him. */
const LenderBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.textMax, format: 'words' }),
  address: Line(),
  email: optional(Email()),
  phone: Line(),
  url: optional(Url()),
  registration: Line(),
  supervisor: Line(),
  complaints: Line(),
})
export type LenderWish = Static<typeof LenderBody>

/** Body of `PATCH /me`. What is null goes back to its default; what is absent stays. */
export const PatchStoreBody = Type.Object({
  name: optional(Type.String({ minLength: 1, maxLength: limits.textMax, format: 'words' })),
  url: optional(Url()),
  time_zone: optional(Type.String({ maxLength: limits.textMax, format: 'time-zone' })),
  locales: optional(
    Type.Array(Type.String({ maxLength: limits.textMax, format: 'locale' }), {
      minItems: 1,
      maxItems: limits.localesMax,
    }),
  ),
  currency: optional(CurrencyCode()),
  products: optional(
    Type.Array(ProductTermsBody, { maxItems: limits.productsMax, 'x-rule': 'products' }),
  ),
  capture_policy: optional(Type.Enum(['partial', 'full'])),
  capture_within: optional(Days()),
  refund_spread: optional(Type.Enum(['spread', 'last', 'next'])),
  fees_on_refund: optional(Type.Enum(['return', 'keep'])),
  collection: optional(CollectionBody),
  payout_schedule: optional(PayoutScheduleBody),
  lender: optional(LenderBody),
  decision: optional(DecisionLimitsBody),
  total_check: optional(Type.Enum(['lenient', 'strict'])),
  origins: optional(
    Type.Array(Type.String({ maxLength: limits.originMax, format: 'origin' }), {
      maxItems: limits.originsMax,
    }),
  ),
  notification_url: optional(Url()),
  notification_auth: optional(Type.Enum(['signature', 'token'])),
  notification_token: optional(Type.String({ maxLength: limits.textMax, format: 'printable' })),
  browser_checkout: optional(Type.Boolean()),
  confirmation_timeout: optional(
    Type.Integer({ minimum: 1, maximum: limits.confirmationTimeoutMinutesMax }),
  ),
})
export type StorePatch = Static<typeof PatchStoreBody>

/** What an operator says of a new store. */
export const NewStoreBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.textMax, format: 'words' }),
  url: optional(Url()),
  notification_url: optional(Url()),
  time_zone: optional(Type.String({ maxLength: limits.textMax, format: 'time-zone' })),
  currency: optional(CurrencyCode()),
})
export type NewStoreWish = Static<typeof NewStoreBody>

import { limits } from '../limits.ts'
import { BankAccountMember } from './bank-accounts.ts'
import { ProductType } from './checkouts.ts'
import {
  Amount,
  CurrencyCode,
  Email,
  optional,
  type Patch,
  RateField,
  type Static,
  Type,
  Url,
  withoutDefault,
} from './common.ts'
import { DecisionLimitsBody, type DecisionLimitsPatch } from './decisions.ts'

/** The scopes of a private key (contract §1). */
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

/** Terms of a product in one currency. `x-rule`: a condition between its fields. */
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

/** The payout schedule: at the beginning of a day in the store's time zone, or manually. */
const PayoutScheduleBody = Type.Object(
  {
    interval: optional(Type.Enum([...payoutIntervals])),
    weekday: optional(Type.Enum([...weekdays])),
    day: optional(Type.Integer({ minimum: 1, maximum: limits.payoutDayMax })),
    hold_days: optional(Type.Integer({ minimum: 0, maximum: limits.payoutHoldDaysMax })),
  },
  { 'x-patch': true },
)
export type PayoutSchedulePatch = Patch<Static<typeof PayoutScheduleBody>>

/** The collection of debts, in days after the due date. */
const CollectionBody = Type.Object(
  {
    retry_days: optional(Type.Array(Days(), { maxItems: limits.retryDaysMax, 'x-list': true })),
    late_after_days: optional(Type.Integer({ minimum: 1, maximum: limits.settingDaysMax })),
    write_off_after_days: optional(Type.Integer({ minimum: 1, maximum: limits.writeOffDaysMax })),
  },
  { 'x-patch': true },
)
export type CollectionPatch = Patch<Static<typeof CollectionBody>>

const Name = () => Type.String({ minLength: 1, maxLength: limits.textMax, format: 'name' })
const Line = () =>
  optional(Type.String({ minLength: 1, maxLength: limits.textMax, format: 'text' }))

/** The creditor, as named in its documents. */
const LenderBody = Type.Object(
  {
    name: withoutDefault(Name()),
    address: Line(),
    email: optional(Email()),
    phone: Line(),
    url: optional(Url()),
    registration: Line(),
    supervisor: Line(),
    complaints: Line(),
  },
  { 'x-patch': true },
)
export type LenderPatch = Patch<Static<typeof LenderBody>>

/** The branding of the store's checkout pages. The logo is base64 of a PNG, JPEG or WebP image. */
const BrandingBody = Type.Object(
  {
    name: optional(Type.String({ maxLength: limits.brandingNameMax, format: 'one-line' })),
    color: optional(Type.String({ format: 'color' })),
    logo: optional(Type.String({ maxLength: Math.ceil(limits.logoBytesMax / 3) * 4 })),
  },
  { 'x-patch': true },
)
export type BrandingPatch = Patch<Static<typeof BrandingBody>>

/**
 * Body of `PATCH /me`, a merge patch (RFC 7396): null means the default, absent members stay,
 * objects are merged, lists are replaced.
 */
export const PatchStoreBody = Type.Object({
  name: optional(Name()),
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
  branding: optional(BrandingBody),
  decision: optional(DecisionLimitsBody),
  total_check: optional(Type.Enum(['lenient', 'strict'])),
  origins: optional(
    Type.Array(Type.String({ maxLength: limits.originMax, format: 'origin' }), {
      maxItems: limits.originsMax,
    }),
  ),
  bank_account: optional(BankAccountMember),
  notification_url: optional(Url()),
  notification_auth: optional(Type.Enum(['signature', 'token'])),
  notification_token: optional(Type.String({ maxLength: limits.textMax, format: 'printable' })),
  browser_checkout: optional(Type.Boolean()),
  confirmation_timeout: optional(
    Type.Integer({ minimum: 1, maximum: limits.confirmationTimeoutMinutesMax }),
  ),
})
type ObjectPatches = {
  readonly collection?: CollectionPatch
  readonly payout_schedule?: PayoutSchedulePatch
  readonly lender?: LenderPatch
  readonly branding?: BrandingPatch
  readonly decision?: DecisionLimitsPatch
}
export type StorePatch = Omit<Static<typeof PatchStoreBody>, keyof ObjectPatches> & ObjectPatches

/** An operator's input for a new store. */
export const NewStoreBody = Type.Object({
  name: Name(),
  url: optional(Url()),
  notification_url: optional(Url()),
  time_zone: optional(Type.String({ maxLength: limits.textMax, format: 'time-zone' })),
  currency: optional(CurrencyCode()),
  plugin: optional(Type.Boolean()),
})
export type NewStoreWish = Static<typeof NewStoreBody>

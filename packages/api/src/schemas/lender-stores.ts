/** Requests of the lender about stores. */
import { limits } from '../limits.ts'
import {
  Country,
  CurrencyCode,
  DateTime,
  Email,
  optional,
  type Static,
  Type,
  Url,
} from './common.ts'
import { Reason } from './reasons.ts'
import { PatchStoreBody, type StorePatch } from './stores.ts'

/** The state of a store, in each mode. */
export const storeStates = ['onboarding', 'active', 'suspended', 'closing', 'closed'] as const
export type StoreStateName = (typeof storeStates)[number]

const Line = () => Type.String({ minLength: 1, maxLength: limits.textMax, format: 'one-line' })
const Switch = () => optional(Type.Boolean())

/** The identity of a store. */
const register = {
  legal_name: optional(Line()),
  tax_id: optional(Line()),
  country: optional(Country()),
  contact: optional(
    Type.Object({ name: optional(Line()), email: optional(Email()), phone: optional(Line()) }),
  ),
  owner_email: optional(Email()),
}

/** Body of `POST /lender/stores`. */
export const NewLenderStoreBody = Type.Object({
  name: Line(),
  ...register,
  url: optional(Url()),
  time_zone: optional(Type.String({ maxLength: limits.textMax, format: 'time-zone' })),
  currency: optional(CurrencyCode()),
})
export type NewLenderStoreWish = Static<typeof NewLenderStoreBody>

/** Body of `PATCH /lender/stores/:storeId`: absent or null members stay. */
export const ChangeLenderStoreBody = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  reason: Reason(),
  name: optional(Line()),
  ...register,
})
export type LenderStoreChange = Static<typeof ChangeLenderStoreBody>

/** Body of transitions that only need a reason. */
export const StoreReasonBody = Type.Object({ reason: Reason() })

/**
 * Body of `POST /lender/stores/:storeId/suspend`; absent members stay, new credit is switched off.
 */
export const SuspendStoreBody = Type.Object({
  reason: Reason(),
  new_credit: Switch(),
  captures: Switch(),
  payouts: Switch(),
})

/** Body of `POST /lender/stores/:storeId/close`. */
export const CloseStoreBody = Type.Object({ reason: Reason(), captures: Switch() })

const { products, decision, collection, payout_schedule } = PatchStoreBody.properties
const { refund_spread, fees_on_refund, lender } = PatchStoreBody.properties
/** Null: none, as before there were any. */
const creditor_id = optional(Type.String({ maxLength: limits.identifierMax }))

/** Body of `POST /lender/stores/:storeId/terms`: a merge patch, as `PATCH /me` has its members. */
export const ChangeTermsBody = Type.Object(
  {
    version: Type.Integer({ minimum: 1 }),
    effective_from: optional(DateTime()),
    reason: Reason(),
    ...{ products, decision, collection, payout_schedule, refund_spread, fees_on_refund, lender },
    creditor_id,
  },
  { 'x-patch': true },
)
type NotTerms = 'version' | 'effective_from' | 'reason' | 'creditor_id'
type TermsMembers = Omit<Static<typeof ChangeTermsBody>, NotTerms>
/** Null means the default. */
export type TermsPatch = {
  readonly [K in keyof TermsMembers]: (K extends keyof StorePatch ? StorePatch[K] : never) | null
}

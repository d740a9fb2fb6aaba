import { limits } from '../limits.ts'
import { DateTime, optional, type Static, Type } from './common.ts'
import { Reason } from './reasons.ts'

/** The scopes of a lender key. */
export const lenderScopes = [
  'people:read',
  'people:reveal',
  'loans:read',
  'loans:write',
  'decisions:read',
  'risk:write',
  'stores:read',
  'stores:write',
  'terms:write',
  'payouts:read',
  'payouts:hold',
  'ledger:read',
  'exports:write',
  'audit:read',
  'jobs:read',
  'notes:write',
  'webhooks:write',
] as const
export type LenderScope = (typeof lenderScopes)[number]

/** A new lender key: it has a mode and an end, and in live mode addresses. */
export const CreateLenderKeyBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.textMax, format: 'one-line' }),
  mode: Type.Enum(['sandbox', 'live']),
  scopes: Type.Array(Type.Enum([...lenderScopes]), { minItems: 1, maxItems: limits.scopesMax }),
  addresses: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64, format: 'address-range' }), {
      minItems: 1,
      maxItems: limits.keyAddressesMax,
    }),
  ),
  expires_at: DateTime(),
})
/** Body of `POST /lender/keys`. */
export const NewLenderKeyBody = Type.Object({
  ...CreateLenderKeyBody.properties,
  reason: Reason(),
})
export type LenderKeyWish = Static<typeof CreateLenderKeyBody>

/** Body of `POST /lender/keys/:keyId/rotate`: how long the old key stays valid. */
export const RotateLenderKeyBody = Type.Object({
  overlap_minutes: optional(Type.Integer({ minimum: 0, maximum: limits.overlapMinutesMax })),
  reason: Reason(),
})

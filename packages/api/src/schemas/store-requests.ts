/** Requests of a store to its lender. */
import { limits } from '../limits.ts'
import { bankAccountWish } from './bank-accounts.ts'
import { optional, type Static, Type } from './common.ts'
import { ChangeTermsBody } from './lender-stores.ts'
import { Note } from './reasons.ts'

export const storeRequestKinds = ['terms', 'name', 'bank_account', 'payout'] as const

const { version: _, effective_from: __, reason: ___, ...others } = ChangeTermsBody.properties
/** Only the lender decides who grants the credit. */
const { creditor_id: ____, ...terms } = others

/**
 * Body of `POST /me/requests`: `wish` has the members that the lender would change; none for a
 * payout.
 */
export const StoreRequestBody = Type.Object({
  kind: Type.Enum([...storeRequestKinds]),
  wish: Type.Object(
    {
      name: optional(Type.String({ minLength: 1, maxLength: limits.textMax, format: 'one-line' })),
      ...bankAccountWish,
      ...terms,
    },
    { 'x-patch': true },
  ),
  note: Note(),
})
export type StoreRequestWish = Static<typeof StoreRequestBody>

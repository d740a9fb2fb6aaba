import { findOrderAnywhere } from '../../kernel/orders/store.ts'
import { accept, Refused } from '../../platform/refusal.ts'
import { findStoreIn } from '../../tenancy/accounts/store.ts'
import type { Caller, Places } from '../../tenancy/caller/context.ts'
import { underTermsOf } from '../../tenancy/terms/under-order.ts'
import { type BuyersToken, decideTokenUse, type TokenUse } from './buyers-token.ts'
import { findMilestones } from './store.ts'

export type BuyersCheckout = { readonly caller: Caller; readonly use: TokenUse }

/** The store and mode of a checkout for the holder of its token, and what that is good for now. */
export async function findBuyersCheckout(
  { database, clocks }: Places,
  { checkoutId, token }: { readonly checkoutId: string; readonly token: BuyersToken },
): Promise<BuyersCheckout> {
  const order = await findOrderAnywhere(database, checkoutId)
  if (order === undefined) throw new Refused('token_invalid')
  const { storeId, sandbox } = order
  const at = (await clocks.of({ storeId, sandbox })).now()
  const now = await findStoreIn(database, { storeId, sandbox, at })
  if (now === undefined) throw new Refused('token_invalid')
  const store = await underTermsOf(database, now, order)
  const milestones = await findMilestones(database, order)
  const use = accept(decideTokenUse(token, { order, ...milestones }, at))
  return { caller: { store, sandbox }, use }
}

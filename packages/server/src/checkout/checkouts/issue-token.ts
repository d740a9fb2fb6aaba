import { decideAwaited } from '../../model/order/moves.ts'
import { accept, existing, Refused } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { allowsOrigin } from './allowed-pages.ts'
import { firstToken } from './buyers-token.ts'
import { pageRules } from './page-origins.ts'
import { findCheckout } from './store.ts'

type IssueInput = {
  readonly checkoutId: string
  /** The requesting page; `trusted` is our own, or the store's server. */
  readonly page: { readonly trusted: boolean; readonly origin: string | undefined }
}

/**
 * The token of a checkout for a page that has its id and a key of its store, while the buyer has
 * something left to do; once they have signed it reads the result alone (decisions 0045, 0070).
 */
export function issueToken(
  { writer, clock, vault, demo }: Writing & { readonly vault: Vault; readonly demo: boolean },
  caller: Caller,
  { checkoutId, page }: IssueInput,
): Promise<string> {
  const key = { storeId: caller.store.id, sandbox: caller.sandbox, ref: checkoutId }
  return writer.transaction(null, async (tx) => {
    const { order, details } = existing(await findCheckout(tx, key), 'checkout', checkoutId)
    const { merchant } = details
    const allowed = page.trusted || allowsOrigin(pageRules(caller, { demo, merchant }), page.origin)
    if (!allowed) throw new Refused('origin_not_allowed')
    accept(decideAwaited(order, clock.now()))
    return tx.commit(firstToken(vault, order.id))
  })
}

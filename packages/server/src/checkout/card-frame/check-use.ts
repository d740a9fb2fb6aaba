import { findOrderAnywhere } from '../../kernel/orders/store.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Reading } from '../../tenancy/caller/context.ts'

/** A live checkout takes no card here, but on a demo server: a buyer would type a real one. */
export async function checkUse(
  { database, demo }: Reading & { readonly demo: boolean },
  checkoutId: string,
): Promise<void> {
  if (demo) return
  const order = await findOrderAnywhere(database, checkoutId)
  if (order?.sandbox === false) throw new Refused('sandbox_only')
}

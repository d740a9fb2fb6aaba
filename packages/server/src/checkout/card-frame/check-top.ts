import { Refused } from '../../platform/refusal.ts'
import type { Reading } from '../../tenancy/caller/context.ts'
import { rulesOfCheckout } from '../checkout-pages/page-lookups.ts'
import { decideHolder } from '../checkout-pages/rules.ts'

type TopInput = {
  readonly checkoutId: string
  /** Origin of the page that frames the checkout page; undefined: none, null: not an origin. */
  readonly top: string | null | undefined
  readonly own: readonly string[]
}

/** The origin that holds the page of the checkout, if its store allows it; null: nobody does. */
export async function checkTop(
  reading: Reading & { readonly demo: boolean },
  { checkoutId, top, own }: TopInput,
): Promise<string | null> {
  if (top === undefined) return null
  const store = await rulesOfCheckout(reading, checkoutId)
  const allowed = decideHolder({ requested: top, own, store })
  if (allowed !== null) return allowed
  const fields = { top: ['must be an origin that may hold the page of the checkout'] }
  throw new Refused('query_invalid', { fields })
}

import type { TimedReading } from '../../tenancy/caller/context.ts'
import type { PageRules } from '../checkouts/allowed-pages.ts'
import type { Named } from './input.ts'
import { rulesOfCheckout, rulesOfKey } from './page-lookups.ts'
import { decideHolder, type HolderQuestion } from './rules.ts'

type HolderInput = Omit<HolderQuestion, 'store'> & {
  /** Key, mode and checkout of the address; without a key the id of the checkout alone. */
  readonly by: Named | Pick<Named, 'checkoutId'>
}

/** The origin whose page may hold the page in a frame; null: none may. */
export async function findHolder(
  reading: TimedReading & { readonly demo: boolean },
  { by, requested, own }: HolderInput,
): Promise<string | null> {
  return decideHolder({ requested, own, store: await rulesFor(reading, by) })
}

async function rulesFor(
  reading: TimedReading & { readonly demo: boolean },
  by: HolderInput['by'],
): Promise<PageRules | undefined> {
  if (!('publicKey' in by)) return rulesOfCheckout(reading, by.checkoutId)
  if (by.publicKey !== '' || by.checkoutId !== '') return rulesOfKey(reading, by)
  // An earlier script sends both later. In a demo any origin may wait for them.
  return { live: !reading.demo, site: undefined, origins: [], returns: [] }
}

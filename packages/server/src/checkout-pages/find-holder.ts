import type { TimedReading } from '../context.ts'
import type { Named } from './input.ts'
import { rulesOfCheckout, rulesOfKey } from './page-lookups.ts'
import { decideHolder, type HolderQuestion } from './rules.ts'

export type HolderInput = Omit<HolderQuestion, 'store'> & {
  /** What says whose checkout it is; without a key the id of the checkout alone. */
  readonly by: Named | Pick<Named, 'checkoutId'>
}

/** The origin whose page may hold the page in a frame; null: none may. */
export async function findHolder(
  reading: TimedReading & { readonly demo: boolean },
  { by, asked, own }: HolderInput,
): Promise<string | null> {
  const store =
    'publicKey' in by
      ? await rulesOfKey(reading, by)
      : await rulesOfCheckout(reading, by.checkoutId)
  return decideHolder({ asked, own, store })
}

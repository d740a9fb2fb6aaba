import type { TimedReading } from '../context.ts'
import { storeOfCheckout, storeOfKey } from './holder-stores.ts'
import { decideHolder, type HolderQuestion } from './rules.ts'

export type HolderInput = Omit<HolderQuestion, 'store'> & {
  /** What says whose checkout it is. */
  readonly by: { readonly checkoutId: string } | { readonly publicKey: string }
}

/** The origin whose page may hold the page in a frame; null: none may. */
export async function findHolder(
  reading: TimedReading,
  { by, asked, own }: HolderInput,
): Promise<string | null> {
  const looked =
    'checkoutId' in by ? storeOfCheckout(reading, by.checkoutId) : storeOfKey(reading, by.publicKey)
  return decideHolder({ asked, own, store: await looked })
}

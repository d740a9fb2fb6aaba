import type { Caller, Reading } from '../context.ts'
import type { ReviewedDecision } from '../decisions/decision.ts'
import type { Language } from '../decisions/sentences.ts'
import { listOfOrder } from '../decisions/store.ts'
import { existing } from '../refusal.ts'
import { findCheckout } from './store.ts'

export type Explanation = {
  readonly decision: ReviewedDecision
  readonly language: Language
  readonly store: string
  readonly reference: string
}

/** Why the buyer's signature was or was not accepted, and whom he asks for a person's look. */
export async function explainDecision(
  { database }: Reading,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<Explanation> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  const { order, details } = existing(await findCheckout(database, key), 'checkout', checkoutId)
  const decision = (await listOfOrder(database, order)).at(-1)
  const { url, locales } = store.settings
  return {
    decision: existing(decision, 'decision', checkoutId),
    language: languageOf([details.customer.language ?? '', ...locales]),
    store: url === '' ? store.name : `${store.name} (${url})`,
    reference: order.mid,
  }
}

/** The first of his languages that there are sentences in. */
function languageOf(wanted: readonly string[]): Language {
  const first = wanted.map((tag) => tag.slice(0, 2).toLowerCase())
  return first.find((language): language is Language => /^(es|en)$/.test(language)) ?? 'es'
}

import type { Store } from '../../model/stores/store-account.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import type { ReviewedDecision } from '../decisions/decision.ts'
import type { Language } from '../decisions/sentences.ts'
import { listOfOrder } from '../decisions/store.ts'
import { findCheckout } from './store.ts'

type Explanation = {
  readonly decision: ReviewedDecision
  readonly language: Language
  /** Who grants the credit, with the addresses that a letter reaches. */
  readonly lender: string
  readonly reference: string
}

/** What was decided on the buyer, and whom they ask for a person's look: the lender. */
export async function explainDecision(
  { database }: Reading,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<Explanation> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  const { order, details } = existing(await findCheckout(database, key), 'checkout', checkoutId)
  const decision = (await listOfOrder(database, order)).at(-1)
  const { locales } = store.settings
  return {
    decision: existing(decision, 'decision', checkoutId),
    language: languageOf([details.customer.language ?? '', ...locales]),
    lender: lenderText(store),
    reference: order.mid,
  }
}

/** A store without a lender of its own grants the credit itself. */
function lenderText({ name, settings: { lender, url } }: Store): string {
  const ways = lender === null ? [url] : [lender.address, lender.email ?? lender.url]
  const reachable = ways.filter((way) => way !== null && way !== '')
  const who = lender?.name ?? name
  return reachable.length === 0 ? who : `${who} (${reachable.join(', ')})`
}

/** The first of their languages that there are sentences in. */
function languageOf(wanted: readonly string[]): Language {
  const first = wanted.map((tag) => tag.slice(0, 2).toLowerCase())
  return first.find((language): language is Language => /^(es|en)$/.test(language)) ?? 'es'
}

import type { Store } from '../../model/stores/store-account.ts'
import type { ReviewedDecision } from './decision.ts'
import type { Language } from './sentences.ts'

/** What the buyer is told of a decision, and whom they ask for a person's look: the lender. */
export type Explanation = {
  readonly decision: ReviewedDecision
  readonly language: Language
  /** Who grants the credit, with the addresses that a letter reaches. */
  readonly lender: string
  readonly reference: string
}

type Explained = {
  readonly decision: ReviewedDecision
  readonly order: { readonly mid: string }
  readonly customer: { readonly language?: string | undefined }
  readonly store: Store
}

export function explanationOf({ decision, order, customer, store }: Explained): Explanation {
  return {
    decision,
    language: languageOf([customer.language ?? '', ...store.settings.locales]),
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

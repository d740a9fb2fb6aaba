/**
 * The lender's change of a store's terms (decisions 0126, 0130). Invariants: 1. it is compared with
 * what the lender allows, not with the part that the store offers. 2. None takes effect before it
 * is made, nor at the same time as another one, nor in the far future.
 */
import { isDeepStrictEqual } from 'node:util'
import { limits, type StorePatch, type TermsPatch } from '@svc/api'
import { type CreditorVersion, printedLender } from '../../model/creditors/creditor.ts'
import type { Store } from '../../model/stores/store-account.ts'
import {
  type ComingTerms,
  type LendersSettings,
  lendersSettings,
  lendersTerms,
} from '../../model/stores/store-terms.ts'
import type { Decision } from '../../platform/refusal.ts'
import { decideSettings } from './settings-rules.ts'

/**
 * The terms after the change. `creditor`: the one that they name from then on, null: none, so that
 * the member `lender` is printed. Refusals: `body_invalid`.
 */
export function decideTerms(
  store: Store & { readonly tokenSet: boolean },
  change: TermsPatch,
  creditor?: CreditorVersion | null,
): Decision<LendersSettings> {
  const { patch, cleared } = patchIn(change)
  const { tokenSet } = store
  const present = lendersTerms(store)
  const isLeft = creditor === null && present.lender?.creditor !== undefined
  const lender = isLeft ? null : present.lender
  const allowed = { ...store, settings: { ...store.settings, ...present, lender } }
  const decided = decideSettings({ store: allowed, tokenSet, patch, cleared, zoneKnown: true })
  if (decided.refused !== undefined) return decided
  const terms = lendersSettings(decided.plan.store.settings)
  if (!creditor) return { plan: terms }
  if (isDeepStrictEqual(terms.lender, lender)) {
    return { plan: { ...terms, lender: printedLender(creditor) } }
  }
  const fields = { lender: ['is what creditor_id prints: leave it out'] }
  return { refused: 'body_invalid', detail: { fields } }
}

/** Null stands for a default. */
function patchIn(change: TermsPatch) {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  const patch: StorePatch = Object.fromEntries(sent.filter(([, value]) => value !== null))
  const cleared = new Set(sent.filter(([, value]) => value === null).map(([name]) => name))
  return { patch, cleared }
}

type Beginning = {
  /** Undefined: immediately. */
  readonly wanted: Date | undefined
  readonly now: Date
  readonly coming: readonly ComingTerms[]
}

/** When new terms take effect. Refusals: `body_invalid`. */
export function decideBeginning({ wanted, now, coming }: Beginning): Decision<Date> {
  if (wanted === undefined) return { plan: now }
  const [from, shown] = [wanted.getTime(), now.toISOString()]
  if (from < now.getTime()) return invalid(`must not lie in the past: it is ${shown} now`)
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + limits.termsYearsMax)
  if (wanted > latest) {
    return invalid(`must lie at most ${limits.termsYearsMax} years ahead of ${shown}`)
  }
  const other = coming.find((each) => each.from === from)
  if (other === undefined) return { plan: wanted }
  return invalid(`is when version ${other.version} takes effect`)
}

function invalid(sentence: string): Decision<never> {
  return { refused: 'body_invalid', detail: { fields: { effective_from: [sentence] } } }
}

import type { Product } from '@svc/api'
import { accept, Refused } from '../../platform/refusal.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import { readQuestion } from './question.ts'
import { decideAvailability } from './rules.ts'

/** Answered from what is cached about the caller's store: nothing is read (contract §8). */
export function checkAvailability(
  { store }: Caller,
  query: URLSearchParams,
  { lends }: { lends: boolean },
): readonly Product[] {
  const question = readQuestion(query)
  // If nothing could be paid, or the lender accepts nothing, nothing is offered.
  if (!lends) throw new Refused('financing_unavailable', { beside: { allowed: false } })
  return accept(decideAvailability(store.settings.products, question))
}

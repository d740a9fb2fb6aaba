import type { Cents, Product } from '@svc/api'
import type { Caller } from '../../tenancy/caller/context.ts'
import { readAmounts } from './question.ts'
import { decideAvailability } from './rules.ts'

/** For one amount; no products: it is not financed. */
export type Availability = { readonly amount: Cents; readonly products: readonly Product[] }

/** The check before many buttons; like that of a single amount it reads nothing. */
export function checkAmounts(
  { store }: Caller,
  query: URLSearchParams,
  { lends }: { lends: boolean },
): Availability[] {
  return readAmounts(query).map((question) => {
    const decided = decideAvailability(store.settings.products, question)
    const products = lends && 'plan' in decided ? decided.plan : []
    return { amount: question.amount, products }
  })
}

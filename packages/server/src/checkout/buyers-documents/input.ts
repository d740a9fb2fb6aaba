import { documentLanguages, limits, type Product, products } from '@svc/api'
import type { Fields } from '../../platform/refusal.ts'
import { type DocumentWish, oneOf, refuseFaults, unknownFaults } from '../documents/input.ts'

export type OfferWish = {
  readonly product: Product | undefined
  readonly num_instalments: number | undefined
}

/** All faults at once. */
export function readBuyersDocumentQuery(query: URLSearchParams): DocumentWish & OfferWish {
  const fields: Fields = Object.create(null)
  unknownFaults(query, { names: ['language', 'product', 'num_instalments'], fields })
  const language = oneOf(query, { name: 'language', choices: documentLanguages, fields })
  const product = oneOf(query, { name: 'product', choices: products, fields })
  const all = query.getAll('num_instalments')
  const count = all[0]
  const sound = all.length === 1 && /^[1-9]\d?$/.test(count ?? '')
  if (count !== undefined && (!sound || Number(count) > limits.instalmentsMax)) {
    fields.num_instalments = [`must be a number from 1 to ${limits.instalmentsMax}, given once`]
  }
  refuseFaults(fields)
  return { language, product, num_instalments: count === undefined ? undefined : Number(count) }
}

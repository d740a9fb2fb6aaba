import { buyersDocumentQuery, documentLanguages, limits, type Product, products } from '@svc/api'
import { readStrictly } from '../../platform/http/query.ts'
import type { Fields } from '../../platform/refusal.ts'
import { type DocumentWish, oneOf } from '../documents/input.ts'

export type OfferWish = {
  readonly product: Product | undefined
  readonly num_instalments: number | undefined
}

/** All faults at once. */
export function readBuyersDocumentQuery(query: URLSearchParams): DocumentWish & OfferWish {
  return readStrictly(query, { described: buyersDocumentQuery, noun: 'a document' }, (fields) => ({
    language: oneOf(query, { name: 'language', choices: documentLanguages, fields }),
    product: oneOf(query, { name: 'product', choices: products, fields }),
    num_instalments: readInstalments(query.getAll('num_instalments'), fields),
  }))
}

function readInstalments(all: readonly string[], fields: Fields): number | undefined {
  const [text] = all
  if (text === undefined) return undefined
  const isSound = all.length === 1 && /^[1-9]\d?$/.test(text)
  if (!isSound || Number(text) > limits.instalmentsMax) {
    fields.num_instalments = [`must be a number from 1 to ${limits.instalmentsMax}, given once`]
  }
  return Number(text)
}

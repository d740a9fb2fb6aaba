/** What a buyer wants. The page sends ids and quantities only: prices are the server's. */
import { type Article, articles, findArticle } from './catalogue.ts'

export type Line = { readonly article: Article; readonly quantity: number }
export type Cart = { readonly lines: readonly Line[]; readonly total: number }

export const QUANTITY_MAX = 5

function cartOf(lines: readonly Line[]): Cart {
  const total = lines.reduce((sum, { article, quantity }) => sum + article.price * quantity, 0)
  return { lines, total }
}

/** `?city-bicycle=1&helmet=2`: the address of the page is the cart, so a link can share it. */
export function cartOfQuery(query: URLSearchParams): Cart {
  const lines = articles.flatMap((article): Line[] => {
    const quantity = Math.trunc(Number(query.get(article.id)))
    return quantity >= 1 ? [{ article, quantity: Math.min(quantity, QUANTITY_MAX) }] : []
  })
  return cartOf(lines)
}

/** `{"city-bicycle": 1}`, as the checkout page sends it; undefined where that is no order. */
export function cartOfBody(body: unknown): Cart | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const lines: Line[] = []
  for (const [id, quantity] of Object.entries(body)) {
    const article = findArticle(id)
    if (article === undefined || !Number.isInteger(quantity)) return undefined
    if (quantity < 1 || quantity > QUANTITY_MAX) return undefined
    lines.push({ article, quantity })
  }
  return lines.length === 0 ? undefined : cartOf(lines)
}

export function cartParams({ lines }: Cart): Record<string, string> {
  return Object.fromEntries(lines.map(({ article, quantity }) => [article.id, String(quantity)]))
}

import { limits, Type } from '@svc/api'
import type { Financed } from '../../model/financing/offers.ts'
import { availabilityQuery } from '../availability/docs.ts'
import { type One, readFinanced, readQuery } from '../availability/question.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))

export const simulationQuery = {
  ...availabilityQuery,
  currency: text("ISO 4217 code; defaults to the store's currency."),
  'article-id': text("The store's id of the article; the campaigns that cover it are applied."),
  locale: text('Language of the representative example: `es` or `en`.'),
}

type SimulationQuestion = {
  readonly financed: Financed
  /** Whose partial campaigns count. */
  readonly articleId: string | undefined
  readonly locale: string | undefined
}

/** The query of a page; unknown parameters are ignored. */
export function readSimulation(
  query: URLSearchParams,
  { currency }: { readonly currency: string },
): SimulationQuestion {
  return readQuery(query, (one: One<typeof simulationQuery>, fields) => {
    const financed = readFinanced(one, fields, currency)
    const articleId = one('article-id')
    if (articleId !== undefined && articleId.length > limits.identifierMax) {
      fields['article-id'] ??= [`must have at most ${limits.identifierMax} characters`]
    }
    // No article has one, and the database takes no text with it.
    if (articleId?.includes('\0')) fields['article-id'] ??= ['must be text']
    return { financed, articleId, locale: one('locale') }
  })
}

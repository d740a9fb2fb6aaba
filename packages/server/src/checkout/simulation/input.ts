import { limits } from '@svc/api'
import type { Financed } from '../../model/financing/offers.ts'
import { readFinanced, readQuery } from '../availability/question.ts'

type SimulationQuestion = {
  readonly financed: Financed
  /** Whose partial campaigns count. */
  readonly articleId: string | undefined
  readonly locale: string | undefined
}

/** What a page asks in its query; parameters that mean nothing here are ignored. */
export function readSimulation(
  query: URLSearchParams,
  { currency }: { readonly currency: string },
): SimulationQuestion {
  return readQuery(query, (one, fields) => {
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

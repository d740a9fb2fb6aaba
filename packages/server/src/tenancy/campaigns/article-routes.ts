import { CampaignArticlesBody, limits } from '@svc/api'
import { pageView } from '../../platform/http/paging.ts'
import { storePath } from '../caller/merchant-paths.ts'
import { type ApiRequest, answer, type KeyedRoute, NO_CONTENT, route } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { addArticles } from './add-articles.ts'
import * as docs from './docs.ts'
import { readArticleIds, sentArticles } from './input.ts'
import { listArticles } from './list-articles.ts'
import { removeArticles } from './remove-articles.ts'
import { articleView } from './view.ts'

/** The articles that a partial campaign covers. */
export function articleRoutes(service: Service): KeyedRoute[] {
  const remove = (
    { caller, params, write }: ApiRequest<'campaignId'>,
    articleIds: readonly string[] | undefined,
  ) => {
    const input = { campaignId: params.campaignId, articleIds }
    return write(
      (writing) => removeArticles(writing, caller, input),
      () => NO_CONTENT,
    )
  }
  return [
    route({
      method: 'POST',
      path: '/me/campaigns/:campaignId/articles',
      access: { kind: 'private', scope: 'campaigns:write' },
      doc: docs.addArticles,
      body: CampaignArticlesBody,
      bodyBytesMax: limits.largeBodyBytesMax,
      handle({ caller, params, body, altered, write }) {
        const articles = sentArticles(body, altered)
        const input = { campaignId: params.campaignId, articles }
        return write(
          (writing) => addArticles(writing, caller, input),
          () => NO_CONTENT,
        )
      },
    }),
    route({
      method: 'GET',
      path: '/me/campaigns/:campaignId/articles',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.listArticles,
      async handle(request) {
        const { caller, params, query } = request
        const { campaignId } = params
        const input = { campaignId, parameters: query }
        const { count, articles, page } = await listArticles(service, caller, input)
        const path = `${storePath(request)}/campaigns/${campaignId}/articles`
        const url = `${request.baseUrl}${path}`
        return answer(200, pageView(articles.map(articleView), { count, url, query, page }))
      },
    }),
    route({
      method: 'DELETE',
      path: '/me/campaigns/:campaignId/articles',
      access: { kind: 'private', scope: 'campaigns:write' },
      doc: docs.removeArticles,
      // Without any query it removes all: an unreadable query must never have that effect.
      async handle(request) {
        return remove(request, readArticleIds(request))
      },
    }),
    route({
      method: 'DELETE',
      path: '/me/campaigns/:campaignId/articles/:articleId',
      access: { kind: 'private', scope: 'campaigns:write' },
      doc: docs.removeArticle,
      async handle(request) {
        return remove(request, [request.params.articleId])
      },
    }),
  ]
}

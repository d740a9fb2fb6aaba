import { OpenApi } from '@svc/api'
import { answer, openRoute, type Route } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { type OpenApiDocument, openApiDocument } from './document.ts'
import { pageRoutes } from './page.ts'
import { tagOf } from './tags.ts'

/** With `service`, to which the document itself belongs. */
function verticalsOf(routes: readonly Route[]): string[] {
  const described = routes.filter(({ page }) => page !== true)
  return [...new Set([...described.map(tagOf), 'service'])]
}

/**
 * All routes: the others, the OpenAPI document of them and of itself, and the page that shows it.
 * No key; whatever the Accept.
 */
export function withReference(service: WholeService, others: readonly Route[]): Route[] {
  const routes: Route[] = [
    ...others,
    openRoute({
      method: 'GET',
      path: '/openapi.json',
      doc: {
        operation: 'getOpenApi',
        summary: 'Retrieve this document',
        answers: { 200: OpenApi },
      },
      handle: async () => answer(200, document()),
    }),
    ...pageRoutes(service, verticalsOf(others), () => document()),
  ]
  let made: { baseUrl: string; document: OpenApiDocument } | undefined
  // The address is known once the server listens.
  const document = (): OpenApiDocument => {
    const baseUrl = service.baseUrl()
    if (made?.baseUrl !== baseUrl) {
      made = { baseUrl, document: openApiDocument(routes, { brand: service.brand, baseUrl }) }
    }
    return made.document
  }
  return routes
}

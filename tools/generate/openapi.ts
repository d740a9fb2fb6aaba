import { allRoutes } from '../../packages/server/src/app.ts'
import type { Service } from '../../packages/server/src/http/service.ts'
import { openApiDocument } from '../../packages/server/src/openapi/document.ts'

/** The route table to be read, not to be called. */
export const routes = allRoutes({} as Service)

/** The OpenAPI document of a server with the default brand at its default address. */
export function openApiText(): string {
  const document = openApiDocument(routes, { brand: 'svc', baseUrl: 'http://127.0.0.1:8080' })
  return `${JSON.stringify(document, null, 1)}\n`
}

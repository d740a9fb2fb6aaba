import { allRoutes } from '../../packages/server/src/composition/app.ts'
import { openApiDocument } from '../../packages/server/src/composition/openapi/document.ts'
import type { WholeService } from '../../packages/server/src/composition/service/whole-service.ts'

/** The route table for reading, not for calling. */
export const routes = allRoutes({} as WholeService)

/** The OpenAPI document of a server with the default brand at its default address. */
export function openApiText(): string {
  const document = openApiDocument(routes, { brand: 'svc', baseUrl: 'http://127.0.0.1:8080' })
  return `${JSON.stringify(document, null, 1)}\n`
}

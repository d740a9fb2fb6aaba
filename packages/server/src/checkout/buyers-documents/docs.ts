/** OpenAPI descriptions of the routes in this folder. */
import { buyersDocumentQuery, DocumentHtml } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getBuyersDocument: RouteDoc = {
  operation: 'getBuyersDocument',
  summary:
    'Retrieve a document as the buyer: of an offer before the signature, then the signed one',
  answers: { 200: DocumentHtml },
  mediaType: 'text/html',
  errors: ['query_invalid', 'document_not_found'],
  query: buyersDocumentQuery,
}

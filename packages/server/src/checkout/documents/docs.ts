/** OpenAPI descriptions of the routes in this folder. */
import { DocumentHtml, DocumentsAnswer, documentQuery } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listDocuments: RouteDoc = {
  operation: 'listDocuments',
  summary: 'List the documents of an order: what the buyer was shown and what they signed',
  answers: { 200: DocumentsAnswer },
  errors: ['order_not_found'],
}

export const getDocument: RouteDoc = {
  operation: 'getDocument',
  summary: 'Retrieve a document of an order, as HTML for screen and print',
  answers: { 200: DocumentHtml },
  mediaType: 'text/html',
  errors: ['query_invalid', 'order_not_found', 'document_not_found'],
  query: documentQuery,
}

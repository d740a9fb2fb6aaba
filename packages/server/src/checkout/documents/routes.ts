import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { getDocument } from './get-document.ts'
import { readDocumentQuery } from './input.ts'
import { listDocuments } from './list-documents.ts'
import { documentPage, documentsView } from './view.ts'

/** For the store. The path says HTML; Accept, as everywhere, the mode. */
export function documentRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orders/:orderId/documents',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.listDocuments,
      async handle({ caller, params, clock }) {
        const timed = { ...service, clock: await clock() }
        const documents = await listDocuments(timed, caller, params.orderId)
        const { timeZone } = caller.store
        return answer(200, documentsView(documents, { timeZone, baseUrl: service.baseUrl() }))
      },
    }),
    route({
      method: 'GET',
      path: '/orders/:orderId/documents/:document',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.getDocument,
      async handle({ caller, params, query, clock }) {
        const { orderId: ref, document: name } = params
        const wish = readDocumentQuery(query)
        const timed = { ...service, clock: await clock() }
        return documentPage(await getDocument(timed, caller, { ref, name, wish }))
      },
    }),
  ]
}

import { type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { documentPage } from '../documents/view.ts'
import * as docs from './docs.ts'
import { getBuyersDocument } from './get-buyers-document.ts'
import { readBuyersDocumentQuery } from './input.ts'

/** The same pages as the store's, by the buyer's token and under the checkout. */
export function buyersDocumentRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/checkout/:checkoutId/documents/:document',
      access: { kind: 'buyer' },
      doc: docs.getBuyersDocument,
      async handle({ caller, params, query, clock }) {
        const { checkoutId, document: name } = params
        const wish = readBuyersDocumentQuery(query)
        const timed = { ...service, clock: await clock() }
        return documentPage(await getBuyersDocument(timed, caller, { checkoutId, name, wish }))
      },
    }),
  ]
}

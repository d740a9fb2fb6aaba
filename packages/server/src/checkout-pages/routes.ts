import { ownOrigins } from '../http/cors.ts'
import type { ApiRequest, Page, Route } from '../http/route.ts'
import type { Service } from '../http/service.ts'
import { findHolder, type HolderInput } from './find-holder.ts'
import { type Named, readPageQuery } from './input.ts'
import { checkoutPage, checkoutPart, partNames } from './view.ts'

/** The page of the buyer, under both of its addresses, and what it loads. */
export function checkoutPageRoutes(service: Service): Route[] {
  const page = async (
    { query, headers, params }: ApiRequest,
    by: (named: Named) => HolderInput['by'],
  ): Promise<Page> => {
    const { language, named, framed: how, asked } = readPageQuery(query, headers)
    const isByKey = params.checkoutId === undefined
    // `checkout_url` is meant for a tab: a page that holds it has to say so.
    const framed = how === 'by address' || (how === 'by browser' && isByKey)
    const reading = { ...service, clock: service.clocks.real }
    const own = ownOrigins(service, headers.host)
    const holder = framed ? await findHolder(reading, { by: by(named), asked, own }) : null
    const root = new URL(service.baseUrl()).pathname.replace(/\/$/, '')
    return checkoutPage({ language, holder, brand: service.brand, root })
  }
  return [
    pageRoute('/', 'getCheckoutPageByKey', (request) => page(request, (named) => named)),
    pageRoute('/checkout/:checkoutId/page', 'getCheckoutPage', (request) =>
      page(request, () => ({ checkoutId: request.params.checkoutId ?? '' })),
    ),
    ...partNames.map((name) =>
      pageRoute(`/checkout/page/${name}`, 'getCheckoutPagePart', ({ search, headers }) =>
        checkoutPart({ name, search, accepted: headers['accept-encoding'] }),
      ),
    ),
  ]
}

function pageRoute(path: string, operation: string, handle: Route['handle']): Route {
  const summary = "The buyer's page, or a part of it"
  return {
    method: 'GET',
    path,
    access: { kind: 'open' },
    doc: { operation, summary, answers: {} },
    page: true,
    handle,
  }
}

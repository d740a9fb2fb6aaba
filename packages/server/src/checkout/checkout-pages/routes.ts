import { ownOrigins } from '../../platform/http/own-origins.ts'
import { Refused } from '../../platform/refusal.ts'
import { type OpenRequest, openRoute, type Page, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { findHolder } from './find-holder.ts'
import { findStoreLogo } from './find-store-logo.ts'
import { readPageQuery } from './input.ts'
import { checkoutPage, checkoutPart, logoPage, partNames } from './view.ts'

const summary = "The buyer's page, or a part of it"

/** The buyer's page, under both of its addresses, and the files that it loads. */
export function checkoutPageRoutes(service: Service): Route[] {
  const page = async (
    { query, headers }: Pick<OpenRequest, 'query' | 'headers'>,
    checkoutId?: string,
  ): Promise<Page> => {
    const { language, named, framed: how, requested } = readPageQuery(query, headers)
    // `checkout_url` is meant for a tab: a page that holds it has to say so.
    const framed = how === 'by address' || (how === 'by browser' && checkoutId === undefined)
    const reading = { ...service, clock: service.clocks.real }
    const own = ownOrigins(service, headers.host)
    const by = checkoutId === undefined ? named : { checkoutId }
    const holder = framed ? await findHolder(reading, { by, requested, own }) : null
    const root = new URL(service.baseUrl()).pathname.replace(/\/$/, '')
    return checkoutPage({ language, holder, brand: service.brand, root })
  }
  return [
    openRoute({
      method: 'GET',
      path: '/',
      doc: { operation: 'getCheckoutPageByKey', summary, answers: {} },
      page: true,
      handle: (request) => page(request),
    }),
    openRoute({
      method: 'GET',
      path: '/checkout/:checkoutId/page',
      doc: { operation: 'getCheckoutPage', summary, answers: {} },
      page: true,
      handle: (request) => page(request, request.params.checkoutId),
    }),
    ...partNames.map((name) =>
      openRoute({
        method: 'GET',
        path: `/checkout/page/${name}`,
        doc: { operation: 'getCheckoutPagePart', summary, answers: {} },
        page: true,
        handle: async ({ search, headers }) =>
          checkoutPart({ name, search, accepted: headers['accept-encoding'] }),
      }),
    ),
    openRoute({
      method: 'GET',
      path: '/checkout/logos/:logoName',
      doc: { operation: 'getStoreLogo', summary, answers: {} },
      page: true,
      async handle({ params }) {
        const logo = await findStoreLogo(service, params.logoName)
        if (logo === undefined) throw new Refused('path_not_found')
        return logoPage(logo)
      },
    }),
  ]
}

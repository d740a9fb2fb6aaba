import { Type } from '@svc/api'
import { ownOrigins } from '../../platform/http/own-origins.ts'
import { openRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { checkTop } from './check-top.ts'
import { checkUse } from './check-use.ts'
import { readFrameQuery } from './input.ts'
import { framePage, framePart, framePartNames } from './view.ts'

const summary = 'The frame in which the sandbox takes a card, or a part of it'

/** The provider's frame; the token of the checkout follows the `#` of its address. */
export function cardFrameRoutes(service: Service): Route[] {
  return [
    openRoute({
      method: 'GET',
      path: '/sandbox/card-frame',
      page: true,
      doc: {
        operation: 'getCardFrame',
        summary,
        answers: {},
        errors: ['query_invalid', 'sandbox_only'],
        query: {
          checkout: Type.String({ description: 'Id of the checkout.' }),
          origin: Type.String({ description: 'Origin of the page that holds the frame.' }),
          top: Type.Optional(
            Type.String({ description: 'Origin of the page that holds that page.' }),
          ),
          lang: Type.Optional(Type.String({ description: 'Language: es or en.' })),
        },
      },
      async handle({ query, headers }) {
        const own = ownOrigins(service, headers.host)
        const input = readFrameQuery(query, own)
        await checkUse(service, input.checkoutId)
        const top = await checkTop(service, { ...input, own })
        const root = new URL(service.baseUrl()).pathname.replace(/\/$/, '')
        return framePage({ ...input, top, brand: service.brand, root })
      },
    }),
    ...framePartNames.map(
      (name): Route => ({
        method: 'GET',
        path: `/sandbox/card-frame/${name}`,
        access: { kind: 'open' },
        page: true,
        doc: { operation: 'getCardFramePart', summary, answers: {} },
        handle: async () => framePart(name),
      }),
    ),
  ]
}

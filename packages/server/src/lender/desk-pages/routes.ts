import { openRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { deskFile, deskShell } from './view.ts'

const doc = { operation: 'getDesk', summary: 'The desk of people, or a part of it', answers: {} }

/**
 * The same shell under every address of the desk: which screen it is, its script reads of the
 * address. It is open to everybody, and holds nothing of anybody.
 */
const PATHS = [
  ...(['/desk', '/desk/:screen', '/desk/:screen/:id', '/desk/:screen/:id/:part'] as const),
  '/desk/:screen/:id/:part/:within',
] as const

export function deskPageRoutes({ brand, demo, baseUrl }: Service): Route[] {
  const shell = (path: (typeof PATHS)[number]): Route =>
    openRoute({
      method: 'GET',
      path,
      page: true,
      doc,
      async handle() {
        const root = new URL(baseUrl()).pathname.replace(/\/$/, '')
        return deskShell({ brand, demo, root })
      },
    })
  return [
    ...PATHS.map(shell),
    openRoute({
      method: 'GET',
      path: '/desk/assets/:name',
      page: true,
      doc,
      handle: ({ params: { name }, headers }) => deskFile(name, headers['accept-encoding']),
    }),
  ]
}

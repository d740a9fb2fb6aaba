import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import * as docs from './docs.ts'
import { rolesView } from './view.ts'

export function lenderRoleRoutes(): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/roles',
      permission: 'own:read',
      doc: docs.listRoles,
      handle: async ({ caller }) => answer(200, rolesView(caller)),
    }),
  ]
}

/** What the OpenAPI document says of the route beside this file. */
import { LenderRolesAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listRoles: RouteDoc = {
  operation: 'listLenderRoles',
  summary: 'Who may do what, and what the caller may do',
  answers: { 200: LenderRolesAnswer },
}

/** What the OpenAPI document says of the route beside this file. */
import { LenderRolesAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listRoles: RouteDoc = {
  operation: 'listLenderRoles',
  summary: 'List roles and their permissions, and those of the caller',
  answers: { 200: LenderRolesAnswer },
}

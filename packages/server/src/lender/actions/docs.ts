/** What the OpenAPI document says of the route beside this file. */
import { ActionPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { actionList } from './list-store.ts'

export const listActions: RouteDoc = {
  operation: 'listActions',
  summary: 'Who did what, newest first',
  answers: { 200: ActionPage },
  list: actionList,
}

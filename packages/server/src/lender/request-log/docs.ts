/** OpenAPI descriptions of the routes in this folder. */
import { LoggedRequestPage, OwnRequestPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { ownRequestList, requestList } from './list-store.ts'

export const listRequests: RouteDoc = {
  operation: 'listRequests',
  summary: 'List the requests of the last 30 days, newest first, without their bodies',
  answers: { 200: LoggedRequestPage },
  list: requestList,
}

export const listOwnRequests: RouteDoc = {
  operation: 'listApiLog',
  summary: "List the store's requests of the last 30 days, newest first, without their bodies",
  answers: { 200: OwnRequestPage },
  list: ownRequestList,
}

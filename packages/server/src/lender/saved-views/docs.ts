/** OpenAPI descriptions of the routes in this folder. */
import { SavedViewAnswer, SavedViewPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { viewList } from './list-store.ts'

export const listSavedViews: RouteDoc = {
  operation: 'listSavedViews',
  summary: "List the saved views of the caller and of the caller's roles",
  answers: { 200: SavedViewPage },
  list: viewList,
}

export const saveView: RouteDoc = {
  operation: 'saveView',
  summary: 'Save a list with its filters under a name, for the caller or for a role',
  answers: { 201: SavedViewAnswer },
  errors: ['view_limit_reached'],
}

export const removeView: RouteDoc = {
  operation: 'removeView',
  summary: 'Remove a saved view',
  answers: { 204: null },
  errors: ['view_not_found'],
}

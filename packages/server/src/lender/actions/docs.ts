/** OpenAPI descriptions of the routes in this folder. */
import { ActionLines, ActionPage, ActionsHeadAnswer, actionLinesQuery, readsQuery } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { actionList } from './list-store.ts'

export const listActions: RouteDoc = {
  operation: 'listActions',
  summary: 'List actions: who did what, newest first',
  answers: { 200: ActionPage },
  list: actionList,
  query: readsQuery,
}

export const streamActions: RouteDoc = {
  operation: 'streamActions',
  summary: 'Stream the action log from a position, as JSON lines, for a SIEM',
  answers: { 200: ActionLines },
  mediaType: 'application/x-ndjson',
  errors: ['query_invalid'],
  query: actionLinesQuery,
}

export const getHead: RouteDoc = {
  operation: 'getActionsHead',
  summary: 'Retrieve the head of the action log: position and hash of its last action, last seal',
  answers: { 200: ActionsHeadAnswer },
}

/** What the OpenAPI document says of the routes beside this file. */
import { ActionLines, ActionPage, ActionsHeadAnswer, actionLinesQuery, readsQuery } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { actionList } from './list-store.ts'

export const listActions: RouteDoc = {
  operation: 'listActions',
  summary: 'Who did what, newest first',
  answers: { 200: ActionPage },
  list: actionList,
  query: readsQuery,
}

export const streamActions: RouteDoc = {
  operation: 'streamActions',
  summary: 'The log behind a place, a line of JSON for each action: for a SIEM',
  answers: { 200: ActionLines },
  mediaType: 'application/x-ndjson',
  errors: ['query_invalid'],
  query: actionLinesQuery,
}

export const getHead: RouteDoc = {
  operation: 'getActionsHead',
  summary: 'Where the log ends: the place and hash of its last action, and its last seal',
  answers: { 200: ActionsHeadAnswer },
}

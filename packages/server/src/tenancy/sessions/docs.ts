/** OpenAPI descriptions of the routes in this folder. */
import { DeskSessionsAnswer } from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'

export const listSessions: RouteDoc = {
  operation: 'listSessions',
  summary: "List the caller's sessions",
  answers: { 200: DeskSessionsAnswer },
}

export const endSession: RouteDoc = {
  operation: 'endSession',
  summary: 'End a session',
  answers: { 204: null },
  errors: ['session_not_found'],
}

export const endOtherSessions: RouteDoc = {
  operation: 'endOtherSessions',
  summary: 'End all other sessions',
  answers: { 204: null },
}

export const signOut: RouteDoc = {
  operation: 'signOut',
  summary: 'End this session',
  answers: { 204: null },
}

import { LenderEventsAnswer, lenderEventsQuery, lenderStreamQuery } from '@svc/api'
import { Type } from 'typebox'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listLenderEvents: RouteDoc = {
  operation: 'listLenderEvents',
  summary: 'List the events of all stores from a position; none is skipped',
  answers: { 200: LenderEventsAnswer },
  errors: ['query_invalid'],
  query: lenderEventsQuery,
}

export const streamLenderEvents: RouteDoc = {
  operation: 'streamLenderEvents',
  summary: 'Stream events as they happen, as server-sent events',
  answers: { 200: Type.String() },
  mediaType: 'text/event-stream',
  errors: ['query_invalid'],
  query: lenderStreamQuery,
}

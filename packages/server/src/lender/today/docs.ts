/** What the OpenAPI document says of the route beside this file. */
import { TodayAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getToday: RouteDoc = {
  operation: 'getLenderToday',
  summary: 'Retrieve the work that is waiting for the caller',
  answers: { 200: TodayAnswer },
}

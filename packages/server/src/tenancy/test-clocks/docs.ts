/** OpenAPI descriptions of the routes in this folder. */
import { TestClockAnswer } from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'

export const getTestClock: RouteDoc = {
  operation: 'getTestClock',
  summary: 'Retrieve the test clock of the store',
  answers: { 200: TestClockAnswer },
}

export const setTestClock: RouteDoc = {
  operation: 'setTestClock',
  summary: 'Advance the test clock; answers once everything due on the way is done',
  answers: { 200: TestClockAnswer },
  errors: ['test_clock_travelling', 'test_clock_nothing_due'],
}

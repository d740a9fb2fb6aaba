/** What the OpenAPI document says of the routes beside this file. */
import { TestClockAnswer } from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'

export const getTestClock: RouteDoc = {
  operation: 'getTestClock',
  summary: 'The time of the store in the sandbox',
  answers: { 200: TestClockAnswer },
}

export const setTestClock: RouteDoc = {
  operation: 'setTestClock',
  summary: 'Move the time of the store: answers when all that was due on the way is done',
  answers: { 200: TestClockAnswer },
  errors: ['test_clock_travelling', 'test_clock_nothing_due'],
}

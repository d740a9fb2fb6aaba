/** Requests to the service: without bodies, and without user input in URLs. */
import { closed, count, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'
import { StoreReference } from './lender-answers.ts'

const ofRequest = {
  id: hexId('Id of the request, as in `X-Request-Id`.'),
  at: moment('Time of arrival'),
  method: words('HTTP method.'),
  route: words('Path template, as in this document.'),
  status: nullable(Type.Integer(), {
    description: 'HTTP status; null if the caller disconnected before the answer.',
  }),
  code: nullable(words('Error code.'), {
    description: 'Error code; null if there was none.',
  }),
  ms: count('Duration in milliseconds.'),
  principal: closed({
    kind: words('Kind of caller: a key, a person, a buyer, or unauthenticated.'),
    id: nullable(words('Id of the key or person.')),
  }),
  order_id: nullable(hexId('The order.'), {
    description: 'Id of the order in the path or answer; null if there is none.',
  }),
  idempotency_hash: nullable(words('A hash.'), {
    description: 'Hash of the `Idempotency-Key`; null if none was sent.',
  }),
}

export const OwnRequestAnswer = closed(ofRequest, {
  $id: 'ApiLogEntry',
  description: 'A logged request of a store.',
})
export const OwnRequestPage = pageOf(OwnRequestAnswer, 'ApiLogPage')

export const LoggedRequestAnswer = closed(
  {
    ...ofRequest,
    store: nullable(StoreReference, { description: 'The store; null if it concerns none.' }),
  },
  { $id: 'LoggedRequest', description: 'A logged request.' },
)
export const LoggedRequestPage = pageOf(LoggedRequestAnswer, 'LoggedRequestPage')

/** What was asked of the service: no body, and no address with what somebody wrote into it. */
import { closed, count, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'
import { StoreReference } from './lender-answers.ts'

const ofRequest = {
  id: hexId('As in `X-Request-Id`.'),
  at: moment('When it arrived'),
  method: words('Its method.'),
  route: words('As the description has it, with the names of what stands in the address.'),
  status: nullable(Type.Integer(), {
    description: 'Of the answer; null: whoever asked was gone before it.',
  }),
  code: nullable(words('The code of the error.'), {
    description: 'The code of the error; null: there was none.',
  }),
  ms: count('How long it took, in milliseconds.'),
  principal: closed({
    kind: words('Who asked: a key, a person, a buyer, a stranger.'),
    id: nullable(words('The id of the key or person.')),
  }),
  order_id: nullable(hexId('The order.'), {
    description: 'The order that its address or its answer names by our id; null: none.',
  }),
  idempotency_hash: nullable(words('A hash.'), {
    description: 'The same for requests with the same `Idempotency-Key`; null: it had none.',
  }),
}

export const OwnRequestAnswer = closed(ofRequest, {
  $id: 'ApiLogEntry',
  description: 'A request for a store.',
})
export const OwnRequestPage = pageOf(OwnRequestAnswer, 'ApiLogPage')

export const LoggedRequestAnswer = closed(
  {
    ...ofRequest,
    store: nullable(StoreReference, { description: 'For which store; null: for none.' }),
  },
  { $id: 'LoggedRequest', description: 'A request for the service.' },
)
export const LoggedRequestPage = pageOf(LoggedRequestAnswer, 'LoggedRequestPage')

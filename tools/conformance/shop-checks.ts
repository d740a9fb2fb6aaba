/** Simulates the service for a shop's notification endpoint. */
import { createHash } from 'node:crypto'
import { type OrderNotification, testWebhook } from '@svc/api/webhooks'
import { type Check, expect } from './checks.ts'
import { ask, type Reply } from './client.ts'
import type { ShopOptions, ShopOrder } from './options.ts'

const CONFIRM = { status: 'pending', status_reason: 'confirmation_required' } as const
const PAID = { status: 'ok', status_reason: '' } as const
const REFUSED = { status: 'ko', status_reason: 'ko_generic' } as const
const CHECKED = { status: 'pending', status_reason: 'challenge_required' } as const

type State = Pick<OrderNotification, 'status' | 'status_reason'>

/** In this order: each begins where the previous one ended. */
export function shopChecks(options: ShopOptions): Check[] {
  const { paid, refused } = options
  const send = (order: ShopOrder, state: State, proof?: Proof) =>
    delivered(options, notification(order, state), proof)
  const twice = async (order: ShopOrder, state: State) => {
    const first = answerIn(await send(order, state))
    const again = answerIn(await send(order, state))
    expect(again, first, 'the answer to the same message again')
    return first
  }
  const strange = { ...paid, mid: 'conformance-unknown', id: 'e'.repeat(32) }
  return [
    {
      name: 'a wrong token or signature is not believed',
      async run() {
        const reply = await send(paid, CONFIRM, 'wrong')
        expect(isYes(reply), false, 'whether it was taken')
      },
    },
    {
      name: 'a message without any token or signature is not believed',
      async run() {
        expect(isYes(await send(paid, CONFIRM, 'none')), false, 'whether it was taken')
      },
    },
    {
      name: 'an order that the shop does not have is not confirmed',
      async run() {
        expect(isYes(await send(strange, CONFIRM)), false, 'whether it was confirmed')
      },
    },
    {
      name: 'an identity check under way is taken in',
      run: async () => void answerIn(await send(paid, CHECKED)),
    },
    {
      name: 'asked whether it confirms, the shop says ok, and again',
      run: async () => expect(await twice(paid, CONFIRM), 'ok', 'its answer'),
    },
    {
      name: 'the final ok is taken in, and again',
      run: async () => void (await twice(paid, PAID)),
    },
    {
      name: 'a refusal is taken in, and again',
      run: async () => void (await twice(refused, REFUSED)),
    },
  ]
}

function notification({ mid, id, amount }: ShopOrder, state: State): OrderNotification {
  const at = new Date().toISOString()
  const isOk = state.status === 'ok'
  return {
    ...{ id, ...state, sandbox: true, mid, total_amount: amount },
    ...{ tax_rate: null, discount: null, discount_rate: null },
    currency: { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' },
    ...{ rejected: state.status === 'ko', confirmed: isOk ? at : null, verified: at },
    ...{ expired: null, expires_at: null, cancelled: null, created: at },
  }
}

type Proof = 'right' | 'wrong' | 'none'

function delivered(
  { url, token, secret }: ShopOptions,
  payload: OrderNotification,
  proof: Proof = 'right',
): Promise<Reply> {
  // A message has the same id whenever it is sent; a forged one never has that of a real one.
  const named = `${payload.id}/${payload.mid}/${payload.status_reason}/${proof}`
  const id = `msg_${createHash('sha256').update(named).digest('hex').slice(0, 32)}`
  const wrong = `whsec_${Buffer.alloc(32).toString('base64')}`
  const key = proof === 'wrong' ? wrong : (secret ?? wrong)
  const { headers, body } = testWebhook({ secret: key, payload, id })
  const unsigned = { 'content-type': 'application/json', 'webhook-id': id }
  const signing = secret === undefined || proof === 'none' ? unsigned : headers
  const sent = proof === 'wrong' ? 'wrong' : token
  const address = new URL(url)
  if (token === undefined || proof === 'none' || sent === undefined) {
    return ask(address.href, { method: 'POST', headers: { ...signing }, body })
  }
  address.searchParams.set('access_token', sent)
  const bearer = { ...signing, authorization: `Bearer ${sent}` }
  return ask(address.href, { method: 'POST', headers: bearer, body })
}

const isYes = ({ status, body }: Reply): boolean => status === 200 && body?.status === 'ok'

/** A valid answer: 200, and a JSON object that says ok or ko. */
function answerIn({ status, body, text }: Reply): 'ok' | 'ko' {
  if (status === 200 && (body?.status === 'ok' || body?.status === 'ko')) return body.status
  const seen = `${status} ${text.slice(0, 100)}`
  throw new Error(`expected 200 with {"status":"ok"} or {"status":"ko"}, saw ${seen}`)
}

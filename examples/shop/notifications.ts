/** What the service tells the shop: verify, take in once, answer at once. */
import type { IncomingHttpHeaders } from 'node:http'
import { isEvent, type OrderNotification, verifyWebhook } from '@svc/api/webhooks'
import type { Answer, Orders } from './orders.ts'

const OK: Answer = { status: 'ok' }

/** Kept of an order: to be looked at, no archive. */
const MESSAGES_MAX = 10

type Notified = {
  readonly headers: IncomingHttpHeaders
  /** The bytes as they came: what was parsed and written again has another signature. */
  readonly body: Buffer
}

/** Throws what `verifyWebhook` throws; nothing of the body is used before it has answered. */
export function receiveNotification(
  { orders, secret }: { orders: Orders; secret: string },
  { headers, body }: Notified,
): Answer {
  const { id: messageId, payload } = verifyWebhook({ secret, headers, body })
  if (isEvent(payload)) return OK
  const order = orders.findByCheckout(payload.id)
  if (order === undefined) return { status: 'ko', reason: 'the shop has no such order' }
  // A repeated question gets the first answer: "ok" after a "ko" would accept the order after all.
  const before = order.answers[messageId]
  if (before !== undefined) return before
  const { answer, state } = decide(payload, order)
  const answers = { ...order.answers, [messageId]: answer }
  const message = { id: messageId, text: body.toString('utf8'), answer }
  const messages = [...(order.messages ?? []), message].slice(-MESSAGES_MAX)
  orders.change(order.number, { state, answers, messages })
  return answer
}

type Known = ReturnType<Orders['list']>[number]
type Decided = { readonly answer: Answer; readonly state: Known['state'] }

/** The shop's own records decide, not what the message says. */
function decide(notification: OrderNotification, order: Known): Decided {
  if (notification.status === 'ok') return { answer: OK, state: 'paid' }
  if (notification.status === 'ko') return { answer: OK, state: 'failed' }
  if (notification.status_reason !== 'confirmation_required')
    return { answer: OK, state: order.state }
  if (notification.total_amount !== order.total || notification.currency.code !== order.currency) {
    return { answer: { status: 'ko', reason: 'the order has another total' }, state: 'failed' }
  }
  if (order.state === 'failed') {
    return { answer: { status: 'ko', reason: 'the order was given up' }, state: 'failed' }
  }
  return { answer: OK, state: 'accepted' }
}

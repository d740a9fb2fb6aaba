/** What a delivery means for the store's own orders. */
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import {
  isEvent,
  type OrderNotification,
  type WebhookEvent,
  type WebhookPayload,
} from '@svc/api/webhooks'

type Answer = { readonly status: 'ok' | 'ko'; readonly reason?: string }

const OK: Answer = { status: 'ok' }

/** Any database with transactions does; this one comes with Node. */
export function openOrders(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec(readFileSync(new URL('../schema.sql', import.meta.url), 'utf8'))
  return database
}

/**
 * Takes a message in once. A repetition gets the first answer again: "ok" to a confirmation that
 * was rejected would accept the order after all. All in one transaction, so that a crash in between
 * leaves nothing behind and the next attempt starts afresh.
 */
export function takeIn(database: DatabaseSync, id: string, payload: WebhookPayload): Answer {
  database.exec('BEGIN IMMEDIATE')
  try {
    const seen = database.prepare('SELECT answer FROM messages WHERE id = ?').get(id)
    const answer: Answer =
      seen === undefined ? act(database, id, payload) : JSON.parse(String(seen.answer))
    if (seen === undefined) {
      const keep = database.prepare('INSERT INTO messages (id, answer) VALUES (?, ?)')
      keep.run(id, JSON.stringify(answer))
    }
    database.exec('COMMIT')
    return answer
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function act(database: DatabaseSync, messageId: string, payload: WebhookPayload): Answer {
  if (isEvent(payload)) return follow(database, payload)
  if (payload.status_reason === 'confirmation_required') return confirm(database, payload)
  if (payload.status === 'ok') pay(database, messageId, payload.id)
  if (payload.status === 'ko') move(database, payload.id, 'failed')
  return OK
}

/** The store's own table decides, not what the message says: is this an order of ours? */
function confirm(database: DatabaseSync, notification: OrderNotification): Answer {
  const order = database.prepare('SELECT * FROM orders WHERE checkout_id = ?').get(notification.id)
  if (order === undefined) return { status: 'ko', reason: 'the store has no such order' }
  if (
    order.total_amount !== notification.total_amount ||
    order.currency !== notification.currency.code
  ) {
    return { status: 'ko', reason: 'the order has another total' }
  }
  if (order.state === 'failed') return { status: 'ko', reason: 'the order was given up' }
  move(database, notification.id, 'accepted')
  return OK
}

/** Paid only now: to have accepted is not enough, the confirmation may have come too late. */
function pay(database: DatabaseSync, messageId: string, checkoutId: string): void {
  if (!move(database, checkoutId, 'paid')) return
  const task = 'INSERT INTO tasks (message_id, checkout_id, task) VALUES (?, ?, ?)'
  database.prepare(task).run(messageId, checkoutId, 'ship the order')
}

/** Whether there was such an order and it was not yet there. */
function move(database: DatabaseSync, checkoutId: string, state: string): boolean {
  const update = 'UPDATE orders SET state = ? WHERE checkout_id = ? AND state <> ?'
  return database.prepare(update).run(state, checkoutId, state).changes === 1
}

/** An event holds the amounts after it, so the one with the highest sequence says it all. */
function follow(database: DatabaseSync, { order_id, sequence, data }: WebhookEvent): Answer {
  const { captured_amount, refunded_amount } = data
  if (typeof captured_amount !== 'number' || typeof refunded_amount !== 'number') return OK
  const update = `UPDATE orders SET captured_amount = ?, refunded_amount = ?, sequence = ?
    WHERE checkout_id = ? AND sequence < ?`
  const after = [captured_amount, refunded_amount, sequence]
  database.prepare(update).run(...after, order_id, sequence)
  return OK
}

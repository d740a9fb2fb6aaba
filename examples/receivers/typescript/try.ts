/**
 * Plays the service to a receiver, without the service: asks for a confirmation, tells the result,
 * each of them twice, as it happens when an answer gets lost.
 */
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { type OrderNotification, testWebhook } from '@svc/api/webhooks'

const [receiver = 'http://127.0.0.1:9001'] = process.argv.slice(2)
const { SECRETS = '', DATABASE = 'store.sqlite' } = process.env
const [secret = ''] = SECRETS.split(' ')
const created = new Date().toISOString()

const notification: OrderNotification = {
  id: randomUUID().replaceAll('-', ''),
  status: 'pending',
  status_reason: 'confirmation_required',
  sandbox: true,
  mid: 'order-1',
  total_amount: 50_000,
  tax_rate: null,
  discount: null,
  discount_rate: null,
  currency: { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' },
  rejected: false,
  confirmed: null,
  verified: created,
  expired: null,
  expires_at: null,
  cancelled: null,
  created,
}
const confirmed: OrderNotification = { ...notification, status: 'ok', status_reason: '' }

// What the store's shop does when it creates the checkout.
new DatabaseSync(DATABASE, { timeout: 5_000 })
  .prepare('INSERT INTO orders (checkout_id, mid, total_amount, currency) VALUES (?, ?, ?, ?)')
  .run(notification.id, notification.mid, notification.total_amount, notification.currency.code)

for (const payload of [notification, confirmed]) {
  const request = testWebhook({ secret, payload })
  for (const attempt of ['first', 'again']) {
    const response = await fetch(receiver, { method: 'POST', ...request })
    const answer = await response.text()
    console.log(`${payload.status_reason || 'ok'}, ${attempt}: ${response.status} ${answer}`)
  }
}

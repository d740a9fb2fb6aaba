/** From a checkout to a partial refund, against the demo: run it while `npm start` is running. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@svc/api/client'

const demo = JSON.parse(readFileSync('data/demo.json', 'utf8'))
const svc = createClient({ baseUrl: demo.base_url, privateKey: demo.private_key, mode: 'sandbox' })
const articles = [{ id: 'bike-7', name: 'Bicycle', quantity: 1, price: 50_000 }]
const order = { id: randomUUID(), currency: 'EUR', total_amount: 50_000, articles }
const { id } = await svc.createCheckout({ body: { order, customer: { email: 'ada@example.com' } } })
// The sandbox acts as the buyer, who signs; the demo store confirms. Amounts are in cents.
await svc.completeCheckout({ checkoutId: id, body: {} })
while ((await svc.getOrder({ orderId: id })).financing_status !== 'ok') await setTimeout(100)
await svc.captureOrder({ orderId: id, body: { amount: 30_000 } }) // shipped
await svc.refundOrder({ orderId: id, body: { amount: 10_000 } }) // sent back
console.log(await svc.getOrder({ orderId: id }))

// The lender's program and the service: what arrives of all stores, and that nobody waits for it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyWebhook } from '../../packages/api/src/webhooks/index.ts'
import {
  type Client,
  clientOf,
  confirmedOrder,
  type Json,
  type RunningServer,
  startServer,
} from '../running-server.ts'
import { type Message, ok, openShop, type Saying, type Shop, until } from '../shop.ts'

let server: RunningServer
let client: Client
let lender: Client
let shop: Shop
/** What is answered, by the name that the address carries. */
const says = new Map<string, () => Promise<Saying> | Saying>()

before(async () => {
  server = await startServer()
  client = clientOf(server)
  lender = clientOf(server, { key: server.demo.lender_key })
  shop = await openShop(({ target }) => says.get(nameIn(target))?.() ?? ok)
})
after(async () => {
  shop.close()
  await server.remove()
})

/** More than the slots of one receiver, which are 32. */
const EXAMPLES = 40

const nameIn = (target: string) => new URLSearchParams(target.split('?')[1]).get('to') ?? ''
const messagesTo = (name: string): Message[] =>
  shop.messages.filter(({ target }) => nameIn(target) === name)

async function make(name: string, path: string, as: Client, types?: string[]): Promise<Json> {
  const reply = await as('POST', path, { url: `${shop.url}&to=${name}`, types })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

test('events of every store arrive, signed, with their store and actor', async () => {
  const types = ['order.confirmed', 'lender_webhook.created']
  const { secret } = await make('lender', '/lender/webhooks', lender, types)
  const other = clientOf(server, { key: server.demo.other_store.private_key })
  const orders = [await confirmedOrder(client, 40_000), await confirmedOrder(other, 40_000)]
  await until(() => messagesTo('lender').length === 3, 'one of itself and two orders')
  for (const { headers, text } of messagesTo('lender')) {
    verifyWebhook({ headers, body: text, secrets: [secret] })
  }
  const confirmed = messagesTo('lender').filter(({ body }) => body.type === 'order.confirmed')
  assert.deepEqual(
    confirmed.map(({ body }) => body.order_id).sort(),
    orders.map(({ id }) => id).sort(),
  )
  assert.equal(new Set(confirmed.map(({ body }) => body.store_id)).size, 2)
  for (const { body } of confirmed) {
    assert.equal(typeof body.actor.kind, 'string')
    assert.match(body.action_id, /^[0-9a-f]{32}$/)
  }
})

test('a receiver of the lender that never answers delays no store', async () => {
  says.set('hangs', () => new Promise(() => {}))
  const { id } = await make('hangs', '/lender/webhooks', lender)
  const example = { type: 'order.captured' }
  for (let number = 0; number < EXAMPLES; number++) {
    const { status } = await lender('POST', `/lender/webhooks/${id}/example`, example)
    assert.equal(status, 202)
  }
  await until(() => messagesTo('hangs').length >= 32, 'all the slots that it has are taken')
  await make('store', '/me/webhooks', client, ['order.captured'])
  const order = await confirmedOrder(client, 40_000)
  const path = `/orders/${order.id}/captures`
  assert.equal((await client('POST', path, { amount: 100 })).status, 200)
  await until(() => messagesTo('store').length === 1, 'the store hears of its capture')
  const { body } = await lender('GET', `/lender/webhooks/${id}`)
  assert.ok(body.pending >= EXAMPLES, `${body.pending} are still open`)
  assert.equal((await lender('DELETE', `/lender/webhooks/${id}`)).status, 204)
})

test('an answer 410 is the last, and the others are notified of it', async () => {
  says.set('gone', () => ({ status: 410, text: '' }))
  const { id } = await make('gone', '/lender/webhooks', lender, ['order.captured'])
  await make('others', '/lender/webhooks', lender, ['lender_webhook.disabled'])
  await lender('POST', `/lender/webhooks/${id}/example`)
  await until(() => messagesTo('others').length === 1, 'the others hear of it')
  const [message] = messagesTo('others')
  assert.deepEqual(message?.body.data.object, { kind: 'lender_webhook', id })
  const { body } = await lender('GET', `/lender/webhooks/${id}`)
  assert.deepEqual([body.state, body.disabled_reason], ['disabled', 'gone'])
})

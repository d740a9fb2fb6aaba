// What a store was told of its checkouts' results: listed with every attempt, and sent once more.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  type Json,
  newMid,
  type Reply,
  type RunningServer,
  reaches,
  startServer,
} from '../running-server.ts'
import { ok, openShop, type Saying, type Shop, until } from '../shop.ts'

let server: RunningServer
let client: Client
let shop: Shop
let say: () => Promise<Saying> | Saying = () => ok

before(async () => {
  server = await startServer()
  client = clientOf(server)
  shop = await openShop(() => say())
})
after(async () => {
  shop.close()
  await server.remove()
})

const refusal = ({ status, body }: Reply) => `${status} ${body.error?.code}`

/** Signed by its buyer; the shop is asked for its confirmation. */
async function signed(): Promise<string> {
  const merchant = { notification_url: shop.url }
  const created = await client('POST', '/checkout', checkoutBody(newMid(), 10_000, { merchant }))
  const { id } = created.body
  await client('POST', `/sandbox/checkouts/${id}/complete`)
  return id
}

const messages = (id: string) => shop.messages.filter(({ body }) => body.id === id)

async function listed(id: string): Promise<Json[]> {
  return (await client('GET', `/orders/${id}/notifications`)).body.results
}

async function allDelivered(id: string): Promise<Json[]> {
  await until(
    async () => (await listed(id)).every(({ state }) => state !== 'waiting'),
    `all of ${id}`,
  )
  return listed(id)
}

test('both are listed with what was sent and answered, newest first', async () => {
  const id = await signed()
  await reaches(client, id, '')
  const [final, confirmation] = await allDelivered(id)
  assert.deepEqual([final.kind, final.state], ['information', 'delivered'])
  assert.deepEqual([confirmation.kind, confirmation.state], ['confirmation', 'delivered'])
  assert.equal(final.url, shop.url)
  const sent = messages(id)
  assert.deepEqual(
    [confirmation.payload, final.payload],
    sent.map(({ text }) => text),
  )
  assert.deepEqual(
    [confirmation.id, final.id],
    sent.map(({ headers }) => headers['webhook-id']),
  )
  for (const { attempts, attempt_count, next_attempt } of [final, confirmation]) {
    assert.deepEqual([attempt_count, next_attempt], [1, null])
    const [{ number, status, failure, response }] = attempts
    assert.deepEqual([number, status, failure, response], [1, 200, null, '{"status":"ok"}'])
  }
  const page = await client('GET', `/orders/${id}/notifications?page_size=1&page=2`)
  assert.deepEqual(page.body.results, [confirmation])
  assert.deepEqual([page.body.paging.count, page.body.cursor.before], [2, 1])
  const wrong = await client('GET', `/orders/${id}/notifications?page=0&state=waiting`)
  assert.deepEqual(Object.keys(wrong.body.error.fields).sort(), ['page', 'state'])
})

test('information is sent again under the same id; one attempt, and no more', async () => {
  const id = await signed()
  await reaches(client, id, '')
  const [final] = await allDelivered(id)
  const path = `/orders/${id}/notifications/${final.id}/replay`
  const reply = await client('POST', path)
  assert.deepEqual([reply.status, reply.body.state], [202, 'waiting'])
  await until(() => messages(id).length === 3, 'the message again')
  assert.equal(messages(id)[2]?.headers['webhook-id'], final.id)
  assert.equal(messages(id)[2]?.text, final.payload)
  assert.equal((await allDelivered(id))[0].attempts.length, 2)
  say = () => ({ status: 500, text: 'busy' })
  await client('POST', path)
  const [failed] = await allDelivered(id)
  say = () => ok
  assert.deepEqual([failed.state, failed.attempt_count], ['abandoned', 3])
  assert.equal(failed.attempts[0].response, 'busy')
  await client('POST', path)
  assert.equal((await allDelivered(id))[0].state, 'delivered')
})

test('a confirmation is due immediately while it is awaited, and moot afterwards', async () => {
  say = () => ({ status: 503, text: 'later' })
  const id = await signed()
  await until(async () => (await listed(id))[0]?.attempt_count === 1, 'the first attempt')
  say = () => ok
  const [waiting] = await listed(id)
  const path = `/orders/${id}/notifications/${waiting.id}/replay`
  const reply = await client('POST', path)
  assert.deepEqual([reply.status, reply.body.kind], [202, 'confirmation'])
  await reaches(client, id, '')
  assert.equal(refusal(await client('POST', path)), '409 notification_moot')
  assert.match((await client('POST', path)).body.error.message, /confirmed/)
})

test('a message overtaken by a newer checkout of the order is never sent again', async () => {
  const mid = newMid()
  const merchant = { notification_url: shop.url }
  const checkout = () => client('POST', '/checkout', checkoutBody(mid, 10_000, { merchant }))
  const older = (await checkout()).body.id
  say = () => ({ status: 500, text: 'busy' })
  await client('POST', `/orders/${older}/cancel`)
  await until(async () => (await listed(older))[0]?.attempt_count === 1, 'the first attempt')
  say = () => ok
  const newer = (await checkout()).body.id
  await client('POST', `/sandbox/checkouts/${newer}/complete`)
  await reaches(client, newer, '')
  const [overtaken] = await listed(older)
  assert.deepEqual([overtaken.state, overtaken.next_attempt], ['overtaken', null])
  const refused = await client('POST', `/orders/${older}/notifications/${overtaken.id}/replay`)
  assert.equal(refusal(refused), '409 notification_overtaken')
  assert.ok(refused.body.error.message.includes(newer))
  assert.equal(messages(older).length, 1)
})

test('the shared token is shown nowhere, whatever the receiver answers', async () => {
  const token = 'a shared token of the shop'
  await client('PATCH', '/me', { notification_auth: 'token', notification_token: token })
  say = () => ({ text: `{"status":"ok","seen":"${token} ${encodeURIComponent(token)}"}` })
  const id = await signed()
  await reaches(client, id, '')
  await allDelivered(id)
  say = () => ok
  await client('PATCH', '/me', { notification_auth: 'signature' })
  assert.ok(messages(id).every(({ target }) => target.includes('access_token=')))
  const { text } = await client('GET', `/orders/${id}/notifications`)
  assert.match(text, /\[token\]/)
  assert.ok(!text.includes(token) && !text.includes(encodeURIComponent(token)))
})

test('missing objects are distinguished; other stores and modes find nothing', async () => {
  const { id } = await confirmedOrder(client, 10_000)
  const [final] = await allDelivered(id)
  const other = clientOf(server, { key: server.demo.other_store.private_key })
  const live = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
  const path = (order: string, of: string) => `/orders/${order}/notifications/${of}/replay`
  for (const as of [other, live]) {
    const list = await as('GET', `/orders/${id}/notifications`)
    assert.equal(refusal(list), '404 order_not_found')
    assert.equal(refusal(await as('POST', path(id, final.id))), '404 order_not_found')
  }
  for (const missing of ['msg_x', '%00', `msg_${'0'.repeat(32)}`]) {
    assert.equal(refusal(await client('POST', path(id, missing))), '404 notification_not_found')
  }
  const elsewhere = await confirmedOrder(client, 10_000)
  const strange = await client('POST', path(elsewhere.id, final.id))
  assert.equal(refusal(strange), '404 notification_not_found')
})

// A store's system and the service: what arrives at a webhook, and what its store does about it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyWebhook } from '../../packages/api/src/webhooks/index.ts'
import {
  auditOf,
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
let shop: Shop
/** What the shop says, by the name that its address carries. */
const says = new Map<string, () => Promise<Saying> | Saying>()

before(async () => {
  server = await startServer()
  client = clientOf(server)
  shop = await openShop(({ target }) => says.get(nameIn(target))?.() ?? ok)
})
after(async () => {
  shop.close()
  await server.remove()
})

const nameIn = (target: string) => new URLSearchParams(target.split('?')[1]).get('to') ?? ''
const messagesOf = (name: string): Message[] =>
  shop.messages.filter(({ target }) => nameIn(target) === name)

type Made = { readonly path: string; readonly secret: string }

async function make(name: string, body: Record<string, unknown> = {}, as = client): Promise<Made> {
  const reply = await as('POST', '/me/webhooks', { url: `${shop.url}&to=${name}`, ...body })
  assert.equal(reply.status, 201, reply.text)
  return { path: `/me/webhooks/${reply.body.id}`, secret: reply.body.secret }
}

async function arrived(name: string, count: number): Promise<Message[]> {
  await until(() => messagesOf(name).length >= count, `${count} at ${name}`)
  return messagesOf(name)
}

/** Waits until nothing is open, and answers what there is, the oldest first. */
async function settled(path: string): Promise<Json[]> {
  await until(async () => (await client('GET', path)).body.pending === 0, `all of ${path}`)
  return (await client('GET', `${path}/deliveries?ordering=created&page_size=100`)).body.results
}

const capture = (id: string) => client('POST', `/orders/${id}/captures`, { amount: 100 })
const captures = { types: ['order.captured'] }
const signs = ({ headers, text }: Message, secret: string) => {
  const refused = () => verifyWebhook({ headers, body: text, secrets: [secret] })
  try {
    refused()
    return true
  } catch {
    return false
  }
}

test('an event arrives signed, in the requested version; the answer is kept', async () => {
  const v4 = clientOf(server, { accept: 'application/vnd.svc.sandbox.v4+json' })
  const { path, secret } = await make('first', captures, v4)
  const { id } = await confirmedOrder(client, 10_000)
  says.set('first', () => ({ text: 'thanks' }))
  await capture(id)
  const [message] = await arrived('first', 1)
  assert.ok(message !== undefined)
  assert.equal(message.headers['x-svc-media-type'], 'svc.v4')
  assert.ok(signs(message, secret))
  const [delivery] = await settled(path)
  assert.equal(delivery.state, 'delivered')
  const whole = (await client('GET', `${path}/deliveries/${delivery.id}`)).body
  assert.equal(whole.payload, message.text)
  assert.equal(whole.event_id, message.headers['webhook-id'])
  const [attempt] = whole.attempts
  assert.deepEqual([attempt.number, attempt.status, attempt.response], [1, 200, 'thanks'])
  assert.equal(attempt.failure, null)
})

test('sent again it is the same message', async () => {
  const { path } = await make('again', captures)
  const { id } = await confirmedOrder(client, 10_000)
  await capture(id)
  await arrived('again', 1)
  const [delivery] = await settled(path)
  const replayed = await client('POST', `${path}/deliveries/${delivery.id}/replay`)
  assert.equal(replayed.status, 202)
  const [first, second] = await arrived('again', 2)
  assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
  assert.equal(second?.text, first?.text)
  const [settledAgain] = await settled(path)
  assert.equal(settledAgain.attempt_count, 2)
})

test('rotated twice the last two secrets sign, the first not any more', async () => {
  const { path, secret } = await make('rotated')
  const rotate = async (body: unknown) =>
    (await client('POST', `${path}/rotate`, body)).body as { secret: string }
  const second = await rotate({ overlap_minutes: 5 })
  const third = await rotate({})
  await client('POST', `${path}/example`)
  const [message] = await arrived('rotated', 1)
  assert.ok(message !== undefined)
  const all = [secret, second.secret, third.secret].map((each) => signs(message, each))
  assert.deepEqual(all, [false, true, true])
  const { secret: last } = await rotate({ overlap_minutes: 0 })
  await client('POST', `${path}/example`)
  const [, alone] = await arrived('rotated', 2)
  assert.equal(String(alone?.headers['webhook-signature']).split(' ').length, 1)
  assert.ok(alone !== undefined && signs(alone, last))
})

test('events missed while it was disabled are recovered in each order’s sequence', async () => {
  const { path } = await make('recovered', captures)
  const { id } = await confirmedOrder(client, 10_000)
  const since = new Date().toISOString()
  await client('PATCH', path, { enabled: false })
  for (let number = 0; number < 5; number++) await capture(id)
  await client('PATCH', path, { enabled: true })
  await capture(id)
  await arrived('recovered', 1)
  await settled(path)
  const { status, body } = await client('POST', `${path}/recover`, { since })
  assert.deepEqual([status, body.count, body.more], [202, 5, false])
  const message = await arrived('recovered', 6)
  const sequences = message.slice(1).map(({ body: event }) => event.sequence)
  assert.deepEqual(sequences, sequences.toSorted())
  assert.equal(new Set(message.map(({ body: event }) => event.id)).size, 6)
})

test('a receiver that answers 410 is disabled, and another one is notified', async () => {
  await make('watching', { types: ['webhook.disabled'] })
  const { path } = await make('gone', { name: 'Old system' })
  says.set('gone', () => ({ status: 410, text: '' }))
  await client('POST', `${path}/example`)
  const [message] = await arrived('watching', 1)
  const { url } = (await client('GET', path)).body
  const webhook = { id: path.split('/').at(-1), name: 'Old system', url }
  assert.deepEqual(message?.body.data, { webhook, reason: 'gone' })
  const { body } = await client('GET', path)
  assert.deepEqual([body.state, body.disabled_reason], ['disabled', 'gone'])
  says.delete('gone')
  const enabled = await client('PATCH', path, { enabled: true })
  assert.deepEqual([enabled.body.state, enabled.body.disabled_reason], ['enabled', null])
  await client('POST', `${path}/example`)
  await arrived('gone', 2)
})

test('deleted or disabled while an answer is awaited it does no harm, and ends', async () => {
  const release = Promise.withResolvers<void>()
  const hang = async () => {
    await release.promise
    return ok
  }
  for (const name of ['deleted', 'disabled']) says.set(name, hang)
  const [deleted, disabled] = [await make('deleted', captures), await make('disabled', captures)]
  const { id } = await confirmedOrder(client, 10_000)
  for (let number = 0; number < 3; number++) await capture(id)
  await arrived('deleted', 1)
  await arrived('disabled', 1)
  assert.equal((await client('DELETE', deleted.path)).status, 204)
  assert.equal((await client('PATCH', disabled.path, { enabled: false })).body.pending, 0)
  release.resolve()
  await until(
    async () =>
      (await client('GET', `${disabled.path}/deliveries?attempt_count=1`)).body.paging.count === 1,
    'the attempt to be kept',
  )
  const list = await client('GET', `${disabled.path}/deliveries?state=cancelled`)
  assert.equal(list.body.paging.count, 3)
  // Whatever comes later goes by them.
  const { path } = await make('later', captures)
  await capture(id)
  await settled(path)
  assert.deepEqual([messagesOf('deleted').length, messagesOf('disabled').length], [1, 1])
})

test("the demo's inbox takes events, in the mode that the address names", async () => {
  const inbox = `${server.demo.base_url}/demo/notifications`
  const made = await client('POST', '/me/webhooks', { url: `${inbox}?sandbox` })
  const { body } = await client('POST', `/me/webhooks/${made.body.id}/example`)
  const received = async (as: Client) =>
    (await as('GET', '/demo/notifications')).body.results.map((each: Json) => each.webhook_id)
  await until(async () => (await received(client)).includes(body.event_id), 'the example')
  const live = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
  assert.ok(!(await received(live)).includes(body.event_id))
})

test('afterwards the auditor confirms the recipients of events', async () => {
  const { code, findings } = await auditOf(server)
  assert.deepEqual([code, findings], [0, []])
})

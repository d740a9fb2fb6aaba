// The receivers of examples/ beside the running service, and the libraries that stores use.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testWebhook, verifyWebhook, type WebhookEvent } from '@svc/api/webhooks'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { delivered, hostileDeliveries } from '../hostile-webhooks.ts'
import {
  deliverTo,
  findPhp,
  openRelay,
  playService,
  type Receiver,
  type Relay,
  startReceiver,
} from '../receivers.ts'
import {
  checkoutBody,
  clientOf,
  confirmedOrder,
  newMid,
  ownServer,
  reaches,
} from '../running-server.ts'
import { type Message, messagesOf, ok, openShop, until } from '../shop.ts'

const MINUTE = { timeout: 60_000 }
const TOTAL = 50_000
const REJECTED = 'confirmation_rejected_by_merchant'
const server = ownServer()
const client = clientOf(server)

/** A checkout that its buyer signs, once the store has kept it (or has not). */
async function signed(url: string, keep: (id: string, mid: string) => void): Promise<string> {
  const mid = newMid()
  const merchant = { notification_url: url }
  const created = await client('POST', '/checkout', checkoutBody(mid, TOTAL, { merchant }))
  assert.equal(created.status, 201, created.text)
  const { id } = created.body
  keep(id, mid)
  const completed = await client('POST', `/sandbox/checkouts/${id}/complete`)
  assert.equal(completed.status, 200, completed.text)
  return id
}

const receivers = ['typescript', 'php'] as const
const php = findPhp()
if (!php)
  process.stderr.write('PHP is not here and cannot be installed: its receiver is skipped.\n')

for (const name of receivers) {
  const skip = name === 'php' && !php ? 'there is no PHP here' : false
  describe(`the ${name} receiver`, { skip }, () => {
    let receiver: Receiver
    let relay: Relay
    before(async () => {
      receiver = await startReceiver(name, server.place.folder)
      relay = await openRelay(receiver.url)
    })
    after(() => {
      relay.close()
      receiver.database.close()
      receiver.stop()
    })

    const keepAs = (total: number) => (id: string, mid: string) => {
      const insert = `INSERT INTO orders (checkout_id, mid, total_amount, currency)
        VALUES (?, ?, ?, 'EUR')`
      receiver.database.prepare(insert).run(id, mid, total)
    }
    const orderOf = (id: string) =>
      receiver.database.prepare('SELECT * FROM orders WHERE checkout_id = ?').get(id)
    const tasksOf = (id: string) =>
      receiver.database.prepare('SELECT task FROM tasks WHERE checkout_id = ?').all(id)
    const messages = () =>
      Number(receiver.database.prepare('SELECT count(*) AS n FROM messages').get()?.n)
    const deliveriesOf = (id: string) =>
      relay.relayed.filter(({ body }) => JSON.parse(body.toString()).id === id)
    const finished = (id: string, status: string) => () =>
      deliveriesOf(id).some(({ body }) => JSON.parse(body.toString()).status === status)

    test(
      `${name}: confirms its own order and books it once, even if notified twice`,
      MINUTE,
      async () => {
        const id = await signed(relay.url, keepAs(TOTAL))
        await reaches(client, id, '')
        await until(finished(id, 'ok'), 'the final notification')
        const deliveries = deliveriesOf(id)
        assert.equal(deliveries.length, 2)
        for (const { answers } of deliveries) {
          assert.deepEqual(answers, Array(2).fill({ status: 200, body: { status: 'ok' } }))
        }
        assert.equal(orderOf(id)?.state, 'paid')
        assert.deepEqual(
          tasksOf(id).map(({ task }) => task),
          ['ship the order'],
        )
        const [again] = deliveries.slice(-1)
        assert.ok(again)
        assert.equal((await deliverTo(receiver.url, again)).status, 200)
        assert.equal(tasksOf(id).length, 1)
      },
    )

    test(`${name}: rejects a request about another order, every time`, MINUTE, async () => {
      const cases = [
        { keep: keepAs(TOTAL - 1), reason: 'the order has another total', state: 'failed' },
        { keep: () => {}, reason: 'the store has no such order', state: undefined },
      ]
      for (const { keep, reason, state } of cases) {
        const id = await signed(relay.url, keep)
        await reaches(client, id, REJECTED)
        await until(finished(id, 'ko'), 'the final notification')
        const [question] = deliveriesOf(id)
        const answer = { status: 200, body: { status: 'ko', reason } }
        assert.deepEqual(question?.answers, [answer, answer])
        keepAs(TOTAL)(`${id}-other`, 'other')
        assert.ok(question)
        assert.deepEqual(await deliverTo(receiver.url, question), answer)
        assert.equal(orderOf(id)?.state, state)
        assert.equal(tasksOf(id).length, 0)
        assert.equal((await client('GET', `/orders/${id}`)).body.rejection_reason, reason)
      }
    })

    // The player writes the order into the database of the receiver that the guide tries it on.
    if (name === 'typescript') {
      test("the guide's player of the service is answered", MINUTE, () => {
        assert.deepEqual(playService(server.place.folder, receiver), [
          'confirmation_required, first: 200 {"status":"ok"}',
          'confirmation_required, again: 200 {"status":"ok"}',
          'ok, first: 200 {"status":"ok"}',
          'ok, again: 200 {"status":"ok"}',
        ])
      })
    }

    test(`${name}: refuses every hostile delivery and keeps nothing of it`, MINUTE, async () => {
      const genuine = {
        secret: server.demo.notification_secret,
        id: `msg_hostile_${name}`,
        timestampSeconds: Math.floor(Date.now() / 1000),
        body: '{"id": "none", "status": "ok", "status_reason": "", "mid": "Käse"}',
      }
      const before = messages()
      for (const hostile of hostileDeliveries(genuine)) {
        if (hostile.unsendable) continue
        const answered = await deliverTo(receiver.url, hostile)
        const expected = { status: 400, body: { error: hostile.reason } }
        assert.deepEqual(answered, expected, hostile.name)
      }
      assert.equal(messages(), before)
      const taken = await deliverTo(receiver.url, delivered(genuine))
      assert.deepEqual(taken, { status: 200, body: { status: 'ok' } })
      assert.equal(messages(), before + 1)
    })

    test(`${name}: an event that comes late changes nothing`, MINUTE, async () => {
      const id = `${name}-order`
      keepAs(TOTAL)(id, 'mid')
      const eventOf = (sequence: number, captured_amount: number): WebhookEvent => ({
        id: `event-${name}-${sequence}`,
        type: 'order.captured',
        created: '2026-11-21T05:32:21.123456Z',
        sequence,
        order_id: id,
        data: { captured_amount, refunded_amount: 7 },
      })
      const apiKey = { ...eventOf(9, 0), type: 'api_key.exposed', order_id: null, sequence: null }
      const events = [eventOf(3, 200), eventOf(2, 100), eventOf(3, 999), { ...apiKey, data: {} }]
      for (const payload of events) {
        const { headers, body } = testWebhook({
          secret: server.demo.notification_secret,
          payload,
        })
        const answered = await deliverTo(receiver.url, { headers, body: Buffer.from(body) })
        assert.deepEqual(answered, { status: 200, body: { status: 'ok' } })
      }
      const { captured_amount, refunded_amount, sequence } = orderOf(id) ?? {}
      assert.deepEqual([captured_amount, refunded_amount, sequence], [200, 7, 3])
    })

    test(`${name}: the latest of an order's events says it all`, MINUTE, async () => {
      const id = await signed(relay.url, keepAs(TOTAL))
      await reaches(client, id, '')
      await client('POST', `/orders/${id}/captures`, { amount: 30_000 })
      await client('POST', `/orders/${id}/captures`, { amount: 5_000 })
      await client('POST', `/orders/${id}/refund`, { amount: 1_000 })
      const { body: stream } = await client('GET', '/me/events?limit=1000')
      const events: WebhookEvent[] = stream.results.filter(
        ({ order_id }: WebhookEvent) => order_id === id,
      )
      assert.equal(events.length, events.at(-1)?.sequence)
      const secret = server.demo.notification_secret
      for (const payload of events.toReversed()) {
        const { headers, body } = testWebhook({ secret, payload })
        assert.equal(headers['webhook-id'], payload.id)
        const answered = await deliverTo(receiver.url, { headers, body: Buffer.from(body) })
        assert.equal(answered.status, 200)
      }
      const { captured_amount, refunded_amount, sequence } = orderOf(id) ?? {}
      assert.deepEqual([captured_amount, refunded_amount, sequence], [35_000, 1_000, events.length])
    })

    test(`${name}: a failure half-way leaves nothing and is requested again`, MINUTE, async () => {
      const id = `${name}-half-way`
      keepAs(TOTAL)(id, 'mid')
      const payload = { ...JSON.parse(relay.relayed[0]?.body.toString() ?? ''), id }
      const secret = server.demo.notification_secret
      const sent = { ...payload, status: 'ok', status_reason: '' }
      const { headers, body } = testWebhook({ secret, payload: sent })
      const deliver = () => deliverTo(receiver.url, { headers, body: Buffer.from(body) })
      const rename = (from: string, to: string) =>
        receiver.database.exec(`ALTER TABLE tasks RENAME COLUMN ${from} TO ${to}`)
      rename('task', 'moved')
      assert.deepEqual(await deliver(), { status: 500, body: { error: 'try again' } })
      assert.equal(orderOf(id)?.state, 'waiting')
      rename('moved', 'task')
      assert.equal((await deliver()).status, 200)
      assert.equal(orderOf(id)?.state, 'paid')
      assert.equal(tasksOf(id).length, 1)
    })
  })
}

test('libraries that know one of two secrets verify what is sent', MINUTE, async () => {
  const old = server.demo.notification_secret
  const rotated = await client('POST', '/me/notification-secret')
  assert.equal(rotated.status, 201)
  const { secret: current } = rotated.body
  const shop = await openShop(() => ok)
  const id = await signed(shop.url, () => {})
  const sent: Message[] = await messagesOf(shop, id, 'ok')
  shop.close()
  assert.equal(sent.length, 2)
  for (const each of sent) verifiedByAll(each, [old, current])
})

test(
  'libraries that know one of two secrets verify the events of an endpoint',
  MINUTE,
  async () => {
    const shop = await openShop(() => ok)
    const made = await client('POST', '/me/webhooks', { url: shop.url, types: ['order.captured'] })
    assert.equal(made.status, 201, made.text)
    const rotated = await client('POST', `/me/webhooks/${made.body.id}/rotate`)
    const { id } = await confirmedOrder(client, TOTAL)
    await client('POST', `/orders/${id}/captures`, { amount: 1_000 })
    await until(() => shop.messages.length > 0, 'the event')
    shop.close()
    const [sent] = shop.messages
    assert.ok(sent !== undefined)
    const { body: stream } = await client('GET', '/me/events?type=order.captured&limit=1000')
    const listed = stream.results.find((event: WebhookEvent) => event.order_id === id)
    assert.deepEqual(sent.body, listed)
    assert.equal(sent.headers['webhook-id'], listed.id)
    assert.equal(sent.headers['x-svc-media-type'], 'svc.v1')
    verifiedByAll(sent, [made.body.secret, rotated.body.secret])
  },
)

/** A receiver with one of the secrets accepts the message; a stranger, and a changed text, fail. */
function verifiedByAll({ text, headers }: Message, secrets: readonly string[]): void {
  const stranger = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const plain = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
  for (const secret of secrets) {
    const verified = verifyWebhook({ secret, headers, body: text })
    assert.deepEqual(verified, { id: plain['webhook-id'], payload: JSON.parse(text) })
    for (const Webhook of [StandardWebhook, SvixWebhook]) {
      new Webhook(secret).verify(text, plain)
      assert.throws(() => new Webhook(stranger).verify(text, plain))
      assert.throws(() => new Webhook(secret).verify(`${text} `, plain))
    }
  }
}

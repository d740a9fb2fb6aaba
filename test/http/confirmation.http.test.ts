// What the store's answer to the confirmation decides, names and says (contract §6).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditOf, checkoutBody, clientOf, newMid, ownServer, reaches } from '../running-server.ts'
import { type Message, messagesOf, ok, openShop, type Shop } from '../shop.ts'

const MINUTE = { timeout: 60_000 }
const server = ownServer()
const client = clientOf(server)

async function signedAt({ url }: Shop, mid = newMid()): Promise<{ id: string; mid: string }> {
  const merchant = { notification_url: url }
  const created = await client('POST', '/checkout', checkoutBody(mid, 50_000, { merchant }))
  assert.equal(created.status, 201, created.text)
  const { id } = created.body
  const signed = await client('POST', `/sandbox/checkouts/${id}/complete`)
  assert.equal(signed.status, 200, signed.text)
  return { id, mid }
}

const orderOf = async (ref: string) =>
  (await client('GET', `/orders/${encodeURIComponent(ref)}`)).body

/** A store that answers the question so, and everything else with ok. */
const answering = (answer: object): Promise<Shop> =>
  openShop(({ body }: Message) =>
    body.status_reason === 'confirmation_required' ? { text: JSON.stringify(answer) } : ok,
  )

test('the store names the order: both names lead to it, the new one is shown', MINUTE, async () => {
  const name = `${newMid()} / é`
  const shop = await answering({ status: 'ok', order_id: name })
  const { id, mid } = await signedAt(shop)
  const messages = await messagesOf(shop, id, 'ok')
  shop.close()
  assert.deepEqual(
    messages.map(({ body }) => body.mid),
    [mid, name],
  )
  for (const ref of [id, mid, name]) {
    const { id: actual, mid: shown, warnings } = await orderOf(ref)
    assert.deepEqual([actual, shown, warnings], [id, name, []])
  }
  assert.equal((await client('GET', `/checkout/${id}/status`)).body.mid, name)
  const captured = await client('POST', `/orders/${mid}/captures`, { amount: 100 })
  assert.equal(captured.status, 200, captured.text)
  const taken = await client('POST', '/checkout', checkoutBody(name, 50_000))
  assert.equal(taken.body.error.code, 'order_id_used')
})

test('an earlier name is free again, and means its new holder', MINUTE, async () => {
  const shop = await answering({ status: 'ok', order_id: newMid() })
  const { id, mid } = await signedAt(shop)
  await messagesOf(shop, id, 'ok')
  shop.close()
  const again = await client('POST', '/checkout', checkoutBody(mid, 60_000))
  assert.equal(again.status, 201, again.text)
  assert.equal((await orderOf(mid)).id, again.body.id)
})

test('a name of another store or in the other mode does not matter', MINUTE, async () => {
  const name = newMid()
  const live = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
  const other = clientOf(server, { key: server.demo.other_store.private_key })
  for (const by of [live, other]) {
    const { body } = await by('POST', '/checkout', checkoutBody(name, 50_000))
    await by('POST', `/sandbox/checkouts/${body.id}/complete`)
    await reaches(by, body.id, '')
  }
  const shop = await answering({ status: 'ok', order_id: name })
  const { id } = await signedAt(shop)
  await messagesOf(shop, id, 'ok')
  shop.close()
  assert.equal((await orderOf(id)).mid, name)
})

test('a taken or invalid name is a warning on a confirmed order', MINUTE, async () => {
  const plain = await openShop(() => ok)
  const holder = await signedAt(plain)
  await messagesOf(plain, holder.id, 'ok')
  plain.close()
  const names = [holder.mid, '', 'x'.repeat(129), 12.5, {}, ['x'], true]
  await Promise.all(
    names.map(async (order_id) => {
      const shop = await answering({ status: 'ok', order_id })
      const { id, mid } = await signedAt(shop)
      await messagesOf(shop, id, 'ok')
      shop.close()
      const order = await orderOf(id)
      assert.deepEqual([order.financing_status, order.mid], ['ok', mid], JSON.stringify(order_id))
      assert.equal(order.warnings.length, 1)
      assert.match(order.warnings[0], /order_id/)
    }),
  )
  assert.equal((await orderOf(holder.mid)).id, holder.id)
})

test('its own name, null or none at all is not a warning', MINUTE, async () => {
  const mid = newMid()
  for (const answer of [{ order_id: mid }, { order_id: null }, {}]) {
    const shop = await answering({ status: 'ok', ...answer })
    const { id } = await signedAt(shop, newMid())
    const own = 'order_id' in answer && answer.order_id === mid
    await messagesOf(shop, id, 'ok')
    shop.close()
    const order = await orderOf(id)
    assert.deepEqual([order.warnings, order.mid === mid], [[], own])
  }
})

test(
  'one of two orders that request the same name gets it; both are confirmed',
  MINUTE,
  async () => {
    const name = newMid()
    const shop = await answering({ status: 'ok', order_id: name })
    const orders = await Promise.all(Array.from({ length: 6 }, () => signedAt(shop)))
    for (const { id } of orders) await messagesOf(shop, id, 'ok')
    shop.close()
    const now = await Promise.all(orders.map(({ id }) => orderOf(id)))
    assert.ok(now.every(({ financing_status }) => financing_status === 'ok'))
    assert.equal(now.filter(({ mid }) => mid === name).length, 1)
    assert.equal(now.filter(({ warnings }) => warnings.length === 1).length, 5)
  },
)

test(
  'the store’s reason for rejecting an order is shown, at most 255 characters',
  MINUTE,
  async () => {
    for (const [reason, stored] of [
      ['sold out', 'sold out'],
      ['é'.repeat(300), 'é'.repeat(255)],
      ['', null],
      [undefined, null],
      [{ code: 1 }, null],
    ] as const) {
      const shop = await answering({ status: 'ko', reason })
      const { id } = await signedAt(shop)
      const messages = await messagesOf(shop, id, 'ko')
      shop.close()
      assert.equal(messages.at(-1)?.body.status_reason, 'confirmation_rejected_by_merchant')
      const order = await orderOf(id)
      assert.deepEqual([order.rejection_reason, order.warnings], [stored, []])
      assert.deepEqual([order.status, order.rejected], ['cancelled', true])
    }
  },
)

test('answers to what is no question name nothing', MINUTE, async () => {
  const shop = await openShop(({ body }) =>
    body.status === 'ok' ? { text: '{"status":"ok","order_id":"late-name"}' } : ok,
  )
  const { id, mid } = await signedAt(shop)
  await messagesOf(shop, id, 'ok')
  await reaches(client, id, '')
  shop.close()
  assert.equal((await orderOf(id)).mid, mid)
  assert.equal((await client('GET', '/orders/late-name')).status, 404)
})

test('all that happened here is sound', MINUTE, async () => {
  const { code, findings } = await auditOf(server)
  assert.deepEqual([code, findings], [0, []])
})

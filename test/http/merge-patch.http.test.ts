// PATCH is a merge patch (RFC 7396), PUT sets the edit table, and an edit may rename.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkoutBody, clientOf, confirmedOrder, newMid, ownServer } from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)

const article = { id: 'a', name: 'Bicycle', quantity: 1, price: 50_000 }

async function edited(id: string, method: 'PUT' | 'PATCH', order: unknown) {
  const { status, text } = await client(method, `/orders/${id}`, { order })
  assert.equal(status, 204, text)
  return (await client('GET', `/orders/${id}`)).body
}

describe('PATCH of an order', () => {
  test('null resets a member, objects merge, lists are replaced', async () => {
    const { id } = await confirmedOrder(client, 50_000)
    const shipping = { street: 'Calle 1', city: 'Madrid', zip: '28001' }
    await edited(id, 'PATCH', { shipping, discount: 500, discount_rate: 250 })
    const merged = await edited(id, 'PATCH', { shipping: { street: null, city: 'Vigo' } })
    assert.deepEqual(merged.shipping, { city: 'Vigo', postcode: '28001' })
    assert.deepEqual([merged.discount, merged.discount_rate], [500, 250])
    const reset = await edited(id, 'PATCH', { discount: null, discount_rate: null, shipping: null })
    assert.deepEqual([reset.discount, reset.discount_rate, reset.shipping], [null, null, null])
    const other = { ...article, id: 'b', description: null }
    const replaced = await edited(id, 'PATCH', { articles: [other] })
    assert.deepEqual(replaced.articles, [{ ...article, id: 'b' }])
  })

  test('absent and empty values change nothing', async () => {
    const { id } = await confirmedOrder(client, 50_000)
    await edited(id, 'PATCH', { shipping: { city: 'Vigo' }, discount: 500 })
    for (const order of [{}, [], { shipping: {} }, { shipping: [] }, { discount: '' }]) {
      const { shipping, discount } = await edited(id, 'PATCH', order)
      assert.deepEqual([shipping, discount], [{ city: 'Vigo' }, 500], JSON.stringify(order))
    }
  })

  test('a member without a default cannot be reset', async () => {
    const { id } = await confirmedOrder(client, 50_000)
    const order = { id: null, articles: null, currency: null, total_amount: null }
    const { status, body } = await client('PATCH', `/orders/${id}`, { order })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.error.fields).sort(), [
      'order.articles',
      'order.currency',
      'order.id',
      'order.total_amount',
    ])
  })
})

test('PUT resets absent members to their defaults and leaves the rest of the order', async () => {
  const { id, mid } = await confirmedOrder(client, 50_000)
  await edited(id, 'PATCH', { shipping: { city: 'Vigo' }, discount: 500, discount_rate: 250 })
  const before = (await client('GET', `/orders/${id}`)).body
  const order = { articles: [article], currency: 'EUR', total_amount: 50_000 }
  const after = await edited(id, 'PUT', order)
  assert.deepEqual([after.discount, after.discount_rate, after.shipping], [null, null, null])
  assert.deepEqual([after.mid, after.customer, after.billing], [mid, before.customer, null])
})

describe('an id in an edit', () => {
  test('renames the order, whose earlier names keep resolving', async () => {
    const { id, mid } = await confirmedOrder(client, 50_000)
    const name = newMid()
    assert.equal((await edited(id, 'PATCH', { id: name })).mid, name)
    for (const ref of [id, mid, name]) {
      assert.equal((await client('GET', `/orders/${ref}`)).body.id, id, ref)
    }
  })

  test('that the order has or had, or the service gave it, changes nothing', async () => {
    const { id, mid } = await confirmedOrder(client, 50_000)
    const name = newMid()
    await edited(id, 'PATCH', { id: name })
    for (const same of [name, mid, id]) {
      assert.equal((await edited(id, 'PATCH', { id: same })).mid, name, same)
    }
  })

  test('that another order holds is a conflict, and nothing else is edited', async () => {
    const [one, two] = [await confirmedOrder(client, 50_000), await confirmedOrder(client, 50_000)]
    const order = { id: two.mid, discount: 700 }
    const whole = { ...order, articles: [article], currency: 'EUR', total_amount: 50_000 }
    for (const [method, sent] of [
      ['PATCH', order],
      ['PUT', whole],
    ] as const) {
      const { status, body } = await client(method, `/orders/${one.id}`, { order: sent })
      assert.deepEqual([status, body.error.code], [409, 'order_id_used'])
    }
    const stored = (await client('GET', `/orders/${one.id}`)).body
    assert.deepEqual([stored.mid, stored.discount], [one.mid, null])
  })

  test('ends an unsigned checkout of that name', async () => {
    const { id } = await confirmedOrder(client, 50_000)
    const name = newMid()
    const checkout = (await client('POST', '/checkout', checkoutBody(name, 50_000))).body
    assert.equal((await edited(id, 'PATCH', { id: name })).mid, name)
    const ended = (await client('GET', `/orders/${checkout.id}`)).body
    assert.deepEqual([ended.financing_status, ended.status_reason], ['ko', 'expired'])
  })
})

test('PATCH of a campaign: null only resets members with a default', async () => {
  const path = '/me/campaigns'
  const campaign = {
    ...{ name: 'Spring', start_date: '2026-01-01', end_date: '2026-12-31', interest: 5_000 },
    ...{ partial: true, num_instalments: [3, 6], min_order_amount: 100, max_order_amount: 900 },
  }
  const { id } = (await client('POST', path, campaign)).body
  const change = {
    ...{ end_date: null, partial: null, num_instalments: null },
    ...{ min_order_amount: null, max_order_amount: null },
  }
  assert.equal((await client('PATCH', `${path}/${id}`, change)).status, 204)
  const { body } = await client('GET', `${path}/${id}`)
  assert.deepEqual(
    [body.end_date, body.partial, body.num_instalments, body.min_order_amount, body.name],
    [null, false, [], null, 'Spring'],
  )
  const refused = await client('PATCH', `${path}/${id}`, { name: null, interest: null })
  assert.equal(refused.status, 400)
  assert.deepEqual(Object.keys(refused.body.error.fields).sort(), ['interest', 'name'])
})

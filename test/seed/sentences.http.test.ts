// What the description says outside of its tables.
import assert from 'node:assert/strict'
import {
  checkoutBody,
  clientOf,
  type Json,
  newMid,
  reaches,
  startServer,
  wire,
} from '../running-server.ts'
import { type Proof, proofs } from './proof.ts'

const prove = proofs()

prove('Sentences', 'The name of the service stands in its identifiers', async () => {
  const branded = await startServer({ BRAND: 'acme' })
  try {
    const headers = {
      accept: 'application/vnd.acme.v1+json',
      authorization: `Bearer ${branded.demo.private_key}`,
    }
    const listed = await wire(branded, { path: '/me/campaigns', headers })
    assert.equal(listed.status, 200, listed.text)
    assert.equal(listed.headers['x-acme-media-type'], 'acme.v1')
    const old = { ...headers, accept: 'application/vnd.svc.v1+json' }
    assert.equal((await wire(branded, { path: '/me/campaigns', headers: old })).status, 406)
    const script = await fetch(`${branded.demo.base_url}/acme.js`)
    assert.equal(script.status, 200)
    assert.match(await script.text(), /["'`]acme["'`]/)
  } finally {
    await branded.remove()
  }
})

prove('Sentences', 'Amounts have two implied decimal places', async ({ client, confirmed }) => {
  const { id } = await confirmed(40_000)
  const path = `/orders/${id}/captures`
  for (const amount of ['12.50', '12.5', '1250.0', '1.25e3']) {
    const refused = await client('POST', path, `{"amount":${amount}}`)
    assert.equal(refused.status, 400, amount)
    assert.match(refused.body.error.fields.amount[0], /12\.50 is written 1250/)
  }
  const taken = await client('POST', path, { amount: 1_250 })
  assert.deepEqual([taken.status, taken.body.amount], [200, 1_250])
  assert.match(taken.text, /"amount":1250[,}]/)
})

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{6})?(Z|[+-]\d{2}:\d{2})?$/

prove('Sentences', 'Timestamps are ISO 8601 strings', async ({ client, confirmed }) => {
  const { id } = await confirmed(40_000)
  const captured = await client('POST', `/orders/${id}/captures`, { amount: 1 })
  const order = (await client('GET', `/orders/${id}`)).body
  const campaign = (await client('GET', '/me/campaigns')).body.results[0]
  const times = [
    ...[captured.body.created, order.created, order.confirmed, order.capture_before],
    ...[campaign.start_date, campaign.created],
  ]
  for (const time of times) assert.match(time, ISO)
})

/** What one campaign takes off the interest of a basket of its article and another one. */
async function interestWith(proof: Proof, campaign: Json, added: readonly string[]) {
  const { client } = proof
  const dates = { start_date: '2020-01-01', interest: 10_000 }
  const made = await client('POST', '/me/campaigns', { name: newMid(), ...dates, ...campaign })
  assert.equal(made.status, 201, made.text)
  const path = `/me/campaigns/${made.body.id}`
  try {
    if (added.length > 0) {
      const articles = added.map((id) => ({ id, name: id, url: 'https://shop.example/' }))
      assert.equal((await client('POST', `${path}/articles`, articles)).status, 204)
    }
    const interest = async (article: string): Promise<number> => {
      const body = checkoutBody(newMid(), 100_000)
      body.order.articles = [{ id: article, name: 'Tent', quantity: 1, price: 100_000 }]
      const created = await client('POST', '/checkout', body)
      assert.equal(created.status, 201, created.text)
      const wish = { product: 'instalments', num_instalments: 12 }
      const signed = await client('POST', `/sandbox/checkouts/${created.body.id}/complete`, wish)
      assert.equal(signed.status, 200, signed.text)
      await reaches(clientOf(proof.server), created.body.id, '')
      const order = (await client('GET', `/orders/${created.body.id}`)).body
      return order.instalment_plan.total_interest
    }
    return { ofOne: await interest('one'), ofTwo: await interest('two') }
  } finally {
    assert.equal((await client('DELETE', path)).status, 204)
  }
}

prove(
  'Sentences',
  'A full campaign applies to all items, a partial one to items added to it',
  async (proof) => {
    const { results } = (await proof.client('GET', '/me/campaigns?page_size=100')).body
    for (const { id } of results) await proof.client('DELETE', `/me/campaigns/${id}`)
    const none = await interestWith(proof, { partial: true }, [])
    assert.ok(none.ofOne > 0)
    assert.equal(none.ofOne, none.ofTwo)
    assert.deepEqual(await interestWith(proof, { partial: false }, []), { ofOne: 0, ofTwo: 0 })
    const partial = await interestWith(proof, { partial: true }, ['one'])
    assert.deepEqual(partial, { ofOne: 0, ofTwo: none.ofTwo })
  },
)

prove(
  'Sentences',
  'The edit body wraps the fields in a single property order',
  async ({ client, confirmed }) => {
    const { id } = await confirmed(40_000)
    for (const method of ['PUT', 'PATCH']) {
      const bare = await client(method, `/orders/${id}`, { discount: 5, total_amount: 30_000 })
      assert.equal(bare.status, 400)
      assert.deepEqual(Object.keys(bare.body.error.fields), ['order'])
    }
    assert.equal((await client('GET', `/orders/${id}`)).body.total_amount, 40_000)
    const wrapped = await client('PATCH', `/orders/${id}`, { order: { discount: 5 } })
    assert.equal(wrapped.status, 204)
    assert.equal((await client('GET', `/orders/${id}`)).body.discount, 5)
  },
)

prove(
  'Sentences',
  'Several partial voids are accepted up to the total',
  async ({ client, confirmed }) => {
    const { id } = await confirmed(40_000)
    for (const [amount, remaining] of [
      [15_000, 25_000],
      [24_999, 1],
    ]) {
      const { status, body } = await client('POST', `/orders/${id}/void`, { amount })
      assert.deepEqual([status, body.remaining_amount], [200, remaining])
    }
    assert.equal((await client('POST', `/orders/${id}/void`, { amount: 2 })).status, 400)
  },
)

const linesOf = async ({ client }: Proof, id: string): Promise<Json[]> =>
  (await client('GET', `/me/payments?order-id=${id}&ordering=created`)).body.results

/** The capital that the instalments ask for, and how many they are. */
async function planOf({ client }: Proof, id: string) {
  const { loan } = (await client('GET', `/orders/${id}`)).body.instalment_plan
  return { open: loan.open_amount as number, amounts: loan.instalments.map(amountOf) }
}
const amountOf = ({ amount }: { amount: number }): number => amount

prove(
  'Sentences',
  'Each partial refund changes future instalments and the commercial transactions',
  async (proof) => {
    const { client, confirmed } = proof
    const { id } = await confirmed(40_000)
    await client('POST', `/orders/${id}/captures`, { amount: 40_000 })
    let before = await planOf(proof, id)
    for (const amount of [10_000, 5_000]) {
      const { status } = await client('POST', `/orders/${id}/refund`, { amount })
      assert.equal(status, 200)
      const after = await planOf(proof, id)
      assert.ok(after.open <= before.open - amount, `${after.open} ${before.open}`)
      assert.notDeepEqual(after.amounts, before.amounts)
      before = after
    }
    const refunds = (await linesOf(proof, id)).filter(({ type }) => type === 'refund')
    assert.deepEqual(refunds.map(amountOf), [10_000, 5_000])
  },
)

prove('Sentences', 'A refund may include one to the buyer', async (proof) => {
  const { client, confirmed } = proof
  const { id } = await confirmed(40_000)
  const captured = await client('POST', `/orders/${id}/captures`, { amount: 40_000 })
  const paid = await client('POST', `/orders/${id}/loan/payments`, { amount: 30_000 })
  assert.equal(paid.status, 200, paid.text)
  const path = `/orders/${id}/captures/${captured.body.id}/refunds`
  const { body } = await client('POST', path, { amount: 40_000 })
  const [refund] = body.refunds
  assert.equal(refund.amount, 40_000)
  // All that they paid is theirs: nothing is left to be financed.
  assert.equal(refund.credit_to_customer, 30_000)
})

prove('Sentences', 'Several captures of an order can be refunded', async (proof) => {
  const { client, confirmed } = proof
  const { id } = await confirmed(40_000)
  const captures: string[] = []
  for (const amount of [10_000, 30_000]) {
    captures.push((await client('POST', `/orders/${id}/captures`, { amount })).body.id)
  }
  for (const [index, capture] of captures.entries()) {
    const path = `/orders/${id}/captures/${capture}/refunds`
    const { status, body } = await client('POST', path, { amount: 1_000 * (index + 1) })
    assert.deepEqual([status, body.refunded_amount], [200, 1_000 * (index + 1)])
  }
  const { results } = (await client('GET', `/orders/${id}/captures`)).body
  assert.deepEqual(
    results.map((each: Json) => each.refunded_amount),
    [1_000, 2_000],
  )
})

prove(
  'Sentences',
  'A cancellation shows in the commercial transactions, and what was paid is refunded',
  async (proof) => {
    const { client, confirmed } = proof
    const { id } = await confirmed(40_000)
    await client('POST', `/orders/${id}/captures`, { amount: 25_000 })
    const paid = await client('POST', `/orders/${id}/loan/payments`, { amount: 10_000 })
    assert.equal(paid.status, 200, paid.text)
    assert.equal((await client('POST', `/orders/${id}/cancel`)).status, 204)
    const lines = await linesOf(proof, id)
    assert.deepEqual(
      lines.filter(({ type }) => type === 'cancel').map(amountOf),
      [40_000],
      JSON.stringify(lines),
    )
    const { loan } = (await client('GET', `/orders/${id}`)).body.instalment_plan
    assert.deepEqual([loan.open_amount, loan.credit_amount + loan.returned_amount], [0, 10_000])
  },
)

prove('Sentences', 'Bodies are JSON', async ({ client }) => {
  for (const type of ['application/x-www-form-urlencoded', 'application/xml', 'text/plain']) {
    const { status } = await client('POST', '/checkout', 'a=b', { 'content-type': type })
    assert.equal(status, 415, type)
  }
  const body = JSON.stringify(checkoutBody(newMid(), 40_000))
  assert.equal((await client('POST', '/checkout', body)).status, 201)
})

/** Two orders of one buyer whose names end in -a and -b. */
async function twoOrders({ server }: Proof) {
  const client = clientOf(server)
  const group = newMid()
  for (const name of ['a', 'b']) {
    const created = await client('POST', '/checkout', checkoutBody(`${group}-${name}`, 40_000))
    await client('POST', `/sandbox/checkouts/${created.body.id}/complete`, {})
    await reaches(client, created.body.id, '')
  }
  const midsOf = async (query: string): Promise<string[]> => {
    const { status, body, text } = await client('GET', `/orders?${query}`)
    assert.equal(status, 200, text)
    return body.results.map(({ mid }: Json) => mid.slice(group.length + 1))
  }
  return { group, midsOf }
}

prove('Sentences', 'Without a lookup exact is used', async (proof) => {
  const { group, midsOf } = await twoOrders(proof)
  assert.deepEqual(await midsOf(`mid=${group}-a`), ['a'])
  assert.deepEqual(await midsOf(`mid=${group}`), [])
  assert.deepEqual(await midsOf(`mid=${group}-A`), [])
})
prove('Sentences', 'Several filters combine', async (proof) => {
  const { group, midsOf } = await twoOrders(proof)
  assert.deepEqual(await midsOf(`mid-startswith=${group}&mid-endswith=-b`), ['b'])
  assert.deepEqual(await midsOf(`mid-startswith=${group}&mid-endswith=-c`), [])
  assert.deepEqual(await midsOf(`mid-startswith=${group}&total_amount-lt=40000`), [])
})
prove('Sentences', 'List endpoints accept page', async ({ client }) => {
  for (const path of ['/orders', '/me/campaigns', '/me/payments', '/me/payouts']) {
    const page = await client('GET', `${path}?page=2`)
    assert.equal(page.status, 200, path)
    assert.deepEqual(Object.keys(page.body).sort(), ['cursor', 'paging', 'results'])
    assert.equal(page.body.cursor.before, 1)
    const wrong = await client('GET', `${path}?page=0`)
    assert.deepEqual([wrong.status, Object.keys(wrong.body.error.fields)], [400, ['page']])
  }
})

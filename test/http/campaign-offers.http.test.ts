// What campaigns change of offers and orders, and pay_in_4 from the offer to the last refund.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  auditOf,
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  done,
  type Json,
  newMid,
  ownServer,
  reaches,
} from '../running-server.ts'

const TOTAL = 40_000
/** The rate of the demo's instalments: 12.00 %. */
const RATE = 1_200
const server = ownServer()
const client = clientOf(server)

/** Runs the test with these campaigns and without them again. */
async function withCampaigns(
  campaigns: readonly Json[],
  work: (ids: string[]) => Promise<void>,
): Promise<void> {
  const ids: string[] = []
  for (const { articles, ...more } of campaigns) {
    const body = { name: 'Spring', start_date: '2026-01-01', interest: 5_000, ...more }
    const { id } = await done(client('POST', '/me/campaigns', body), 201)
    ids.push(id)
    if (articles === undefined) continue
    const sent = articles.map((mid: string) => {
      return { id: mid, name: mid, url: 'https://shop.example/' }
    })
    await done(client('POST', `/me/campaigns/${id}/articles`, sent), 204)
  }
  try {
    await work(ids)
  } finally {
    for (const id of ids) await client('DELETE', `/me/campaigns/${id}`)
  }
}

type Line = readonly [id: string, quantity: number, price: number]
type Checkout = { readonly id: string; readonly token: string }

async function checkout(
  lines: readonly Line[] = [['bicycle', 1, TOTAL]],
  total = TOTAL,
  by: Client = client,
): Promise<Checkout> {
  const body = checkoutBody(newMid(), total)
  const articles = lines.map(([id, quantity, price]) => ({ id, name: id, quantity, price }))
  const sent = { ...body, order: { ...body.order, articles } }
  const { id, checkout_url } = await done(by('POST', '/checkout', sent), 201)
  return { id, token: new URL(checkout_url).hash.slice(1) }
}

async function offersOf({ id, token }: Checkout): Promise<Json[]> {
  const buyer = clientOf(server, { key: token })
  return (await done(buyer('GET', `/checkout/${id}/offers`))).offers
}

/** The rates of the instalments that are offered: 3, 6, 9 and 12 of them. */
async function ratesOf(made: Promise<Checkout>): Promise<number[]> {
  const offers = await offersOf(await made)
  return offers
    .filter(({ product }) => product === 'instalments')
    .map(({ nominal_rate }) => nominal_rate)
}

const all = (rate: number) => [rate, rate, rate, rate]

test('without a campaign the rate is the store’s, also with the example campaigns', async () => {
  assert.deepEqual(await ratesOf(checkout()), all(RATE))
  const offers = await offersOf(await checkout())
  assert.ok(offers.every(({ discounts }) => discounts.length === 0))
})

test('a full campaign lowers the rate of every plan that it names, for every article', async () => {
  await withCampaigns([{}], async () => {
    assert.deepEqual(await ratesOf(checkout()), all(600))
  })
  await withCampaigns([{ num_instalments: [6, 12], interest: 10_000 }], async () => {
    assert.deepEqual(await ratesOf(checkout()), [RATE, 0, RATE, 0])
  })
  await withCampaigns([{ num_instalments: [5] }], async () => {
    assert.deepEqual(await ratesOf(checkout()), all(RATE))
  })
})

test('a partial campaign counts as far as its articles go, and kept ones come back', async () => {
  const basket: readonly Line[] = [
    ['bicycle', 1, 30_000],
    ['helmet', 2, 5_000],
  ]
  await withCampaigns([{ partial: true, articles: ['helmet', 'tent'] }], async ([id]) => {
    // 12.00 % × (1 − 100.00 ÷ 400.00 × 50 %)
    assert.deepEqual(await ratesOf(checkout(basket)), all(1_050))
    assert.deepEqual(await ratesOf(checkout([['bicycle', 1, TOTAL]])), all(RATE))
    await done(client('PATCH', `/me/campaigns/${id}`, { partial: false }), 204)
    assert.deepEqual(await ratesOf(checkout(basket)), all(600))
    await done(client('PATCH', `/me/campaigns/${id}`, { partial: true }), 204)
    assert.deepEqual(await ratesOf(checkout(basket)), all(1_050))
    await done(client('DELETE', `/me/campaigns/${id}/articles/helmet`), 204)
    assert.deepEqual(await ratesOf(checkout(basket)), all(RATE))
  })
})

test('the best of several campaigns counts for each line, and the offer names them', async () => {
  const campaigns = [{}, { partial: true, articles: ['helmet'], interest: 9_000, name: 'Helmets' }]
  const basket: readonly Line[] = [
    ['bicycle', 1, 30_000],
    ['helmet', 2, 5_000],
  ]
  const [plain] = await offersOf(await checkout(basket))
  await withCampaigns(campaigns, async ([full, partial]) => {
    const [offer] = await offersOf(await checkout(basket))
    // 12.00 % × (1 − (300.00 × 50 % + 100.00 × 90 %) ÷ 400.00)
    assert.equal(offer.nominal_rate, 480)
    const [one, two] = offer.discounts
    assert.deepEqual([one.campaign_id, one.name, one.interest], [full, 'Spring', 5_000])
    assert.deepEqual([two.campaign_id, two.name, two.interest], [partial, 'Helmets', 9_000])
    assert.equal(one.amount + two.amount, plain.total_interest - offer.total_interest)
    assert.ok(one.amount > two.amount && two.amount > 0)
  })
})

test('limits of the order total are inclusive', async () => {
  const limits = { min_order_amount: TOTAL, max_order_amount: TOTAL }
  await withCampaigns([limits], async () => {
    const line = (price: number): readonly Line[] => [['bicycle', 1, price]]
    for (const [total, rate] of [
      [TOTAL - 1, RATE],
      [TOTAL, 600],
      [TOTAL + 1, RATE],
    ] as const) {
      assert.deepEqual(await ratesOf(checkout(line(total), total)), all(rate))
      // The total of the order counts, not that of its lines.
      assert.deepEqual(await ratesOf(checkout(line(5), total)), all(rate))
    }
  })
})

test('a campaign counts while it runs only', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  for (const [dates, rate] of [
    [{ start_date: day(2) }, RATE],
    [{ start_date: day(-5), end_date: day(-2) }, RATE],
    [{ start_date: day(-2), end_date: day(2) }, 600],
  ] as const) {
    await withCampaigns([dates], async () => {
      assert.deepEqual(await ratesOf(checkout()), all(rate))
    })
  }
})

test('campaigns of another mode or store change nothing', async () => {
  const live = clientOf(server, { accept: 'application/json' })
  const other = clientOf(server, { key: server.demo.other_store.private_key })
  await withCampaigns([{}], async () => {
    for (const by of [live, other])
      assert.deepEqual(await ratesOf(checkout([['a', 1, 5]], TOTAL, by)), all(RATE))
  })
})

test('the creation counts: later changes, ends and beginnings change nothing', async () => {
  const early = await checkout()
  await withCampaigns([{ interest: 2_500 }], async ([id]) => {
    assert.deepEqual(await ratesOf(Promise.resolve(early)), all(RATE))
    const edited = await checkout()
    const deleted = await checkout()
    await done(client('PATCH', `/me/campaigns/${id}`, { interest: 10_000, name: 'Other' }), 204)
    assert.deepEqual(await ratesOf(Promise.resolve(edited)), all(900))
    await sign(edited, 900)
    await done(client('DELETE', `/me/campaigns/${id}`), 204)
    assert.deepEqual(await ratesOf(Promise.resolve(deleted)), all(900))
    const { discounts } = await sign(deleted, 900)
    assert.deepEqual([discounts[0].campaign_id, discounts[0].name], [id, 'Spring'])
    await sign(early, RATE)
  })
})

/** Signs and confirms; answers the plan that the order keeps. */
async function sign({ id }: Checkout, rate: number): Promise<Json> {
  await done(client('POST', `/sandbox/checkouts/${id}/complete`, {}))
  await reaches(client, id, '')
  const { instalment_plan: plan } = await done(client('GET', `/orders/${id}`))
  assert.equal(plan.nominal_rate, rate)
  return plan
}

test('a change of the basket after the creation changes no discount', async () => {
  await withCampaigns([{ partial: true, articles: ['bicycle'] }], async () => {
    const made = await checkout()
    const article = { id: 'tent', name: 'Tent', quantity: 1, price: TOTAL }
    await done(client('PATCH', `/orders/${made.id}`, { order: { articles: [article] } }), 204)
    assert.deepEqual(await ratesOf(Promise.resolve(made)), all(600))
    await sign(made, 600)
  })
})

test('the demo has example campaigns in both modes, once, also after a restart', async () => {
  const names = async (accept: string) => {
    const by = clientOf(server, { accept })
    const { results } = await done(by('GET', '/me/campaigns?page_size=100'))
    return results.map(({ name }: Json) => name).sort()
  }
  const sandbox = await names('application/vnd.svc.sandbox.v1+json')
  assert.ok(sandbox.length >= 4)
  assert.deepEqual(await names('application/json'), sandbox)
  await server.stop()
  await server.restart()
  assert.deepEqual(await names('application/vnd.svc.sandbox.v1+json'), sandbox)
  assert.deepEqual(await names('application/json'), sandbox)
})

test('pay_in_4 is offered within its limits, together with the other products', async () => {
  const products = async (total: number) => {
    const offers = await offersOf(await checkout([['bicycle', 1, total]], total))
    return [...new Set(offers.map(({ product }) => product))]
  }
  assert.deepEqual(await products(100), ['instalments', 'pay_in_4', 'pay_later'])
  assert.deepEqual(await products(100_001), ['instalments', 'pay_in_4'])
  assert.deepEqual(await products(200_000), ['instalments', 'pay_in_4'])
  assert.deepEqual(await products(200_001), ['instalments'])
  assert.deepEqual(await products(1_000_000), ['instalments'])
  const over = { ...checkoutBody(newMid(), 200_001), product: { type: 'pay_in_4' } }
  assert.equal((await client('POST', '/checkout', over)).status, 403)
  const four = (await offersOf(await checkout())).find(({ product }) => product === 'pay_in_4')
  assert.deepEqual([four.num_instalments, four.term_days, four.discounts], [4, 30, []])
  assert.deepEqual([four.nominal_rate, four.total_interest, four.total_amount], [0, 0, TOTAL])
})

test('pay_in_4 is signed, captured, voided, refunded and cancelled as the others are', async () => {
  const { mid } = await confirmedOrder(client, 40_001, 'pay_in_4')
  const order = await done(client('GET', `/orders/${mid}`))
  assert.equal(order.product, 'pay_in_4')
  const { schedule, term_days } = order.instalment_plan
  assert.deepEqual(
    schedule.map(({ amount }: Json) => amount),
    [10_001, 10_000, 10_000, 10_000],
  )
  assert.equal(term_days, 30)
  const post = (step: string, amount: number) =>
    done(client('POST', `/orders/${mid}/${step}`, { amount }))
  const capture = await post('captures', 20_000)
  await post('void', 5_000)
  await post(`captures/${capture.id}/refunds`, 3_000)
  await post('refund', 20_000)
  const after = await done(client('GET', `/orders/${mid}`))
  assert.deepEqual([after.captured_amount, after.voided_amount], [20_000, 5_000])
  assert.deepEqual([after.refunded_amount, after.remaining_refund_amount], [23_000, 12_001])
  await done(client('POST', `/orders/${mid}/cancel`), 204)
  assert.equal((await done(client('GET', `/orders/${mid}`))).status, 'cancelled')
  await confirmedOrder(client, 100, 'pay_in_4')
  const { code, findings } = await auditOf(server)
  assert.deepEqual([code, findings], [0, []])
})

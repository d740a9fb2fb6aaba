// The rows about campaigns, history entries, and the envelope of lists.
import assert from 'node:assert/strict'
import { newMid } from '../running-server.ts'
import { type Proof, proofs } from './proof.ts'

const prove = proofs()

const campaign = {
  name: 'Spring <&> "interest free"',
  start_date: '2026-03-01T00:00:00',
  end_date: '2026-05-31T23:59:59',
  interest: 10_000,
  partial: false,
  num_instalments: [3, 6],
}

/** A campaign as it was made, and as it is read. */
async function created({ client }: Proof, changes: Record<string, unknown> = {}) {
  const { status, body, text } = await client('POST', '/me/campaigns', { ...campaign, ...changes })
  assert.equal(status, 201, text)
  const read = await client('GET', `/me/campaigns/${body.id}`)
  assert.deepEqual([read.status, read.body], [200, body])
  return body
}

/** What is sent comes back, from creation and from an edit; what is not valid is refused. */
async function storedOf(
  proof: Proof,
  field: string,
  { sent, answered = sent, refused }: { sent: unknown; answered?: unknown; refused: unknown },
): Promise<void> {
  const { client } = proof
  assert.deepEqual((await created(proof, { [field]: sent }))[field], answered)
  const { id } = await created(proof)
  const edit = await client('PATCH', `/me/campaigns/${id}`, { [field]: sent })
  assert.deepEqual([edit.status, edit.text], [204, ''])
  assert.deepEqual((await client('GET', `/me/campaigns/${id}`)).body[field], answered)
  for (const [method, path] of [
    ['POST', '/me/campaigns'],
    ['PUT', `/me/campaigns/${id}`],
    ['PATCH', `/me/campaigns/${id}`],
  ] as const) {
    const body = method === 'PATCH' ? { [field]: refused } : { ...campaign, [field]: refused }
    const { status, body: answer } = await client(method, path, body)
    assert.equal(status, 400, `${method} ${JSON.stringify(body)}`)
    const [faulty = ''] = Object.keys(answer.error.fields)
    assert.equal(faulty.split('.')[0], field)
  }
}

prove('Campaign', 'id', async (proof) => assert.match((await created(proof)).id, /^[0-9a-f]{32}$/))
prove('Campaign', 'name', (proof) =>
  storedOf(proof, 'name', { sent: 'Ñ', refused: 'x'.repeat(201) }),
)
prove('Campaign', 'start_date', (proof) =>
  storedOf(proof, 'start_date', {
    sent: '2026-03-28T23:00:00Z',
    answered: '2026-03-29T00:00:00',
    refused: '2026-02-30',
  }),
)
prove('Campaign', 'end_date', (proof) =>
  storedOf(proof, 'end_date', { sent: '2026-06-30T12:00:00', refused: '2026-02-28' }),
)
prove('Campaign', 'interest', (proof) =>
  storedOf(proof, 'interest', { sent: '2500', answered: 2_500, refused: 10_001 }),
)
prove('Campaign', 'partial', (proof) => storedOf(proof, 'partial', { sent: true, refused: 'yes' }))
prove('Campaign', 'num_instalments', (proof) =>
  storedOf(proof, 'num_instalments', { sent: [12, 3], refused: [0] }),
)
prove('Campaign', 'created', async (proof) => {
  const answer = await created(proof)
  assert.match(answer.created, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/)
})

/** PUT without the field is refused. */
async function required(proof: Proof, field: string): Promise<void> {
  const { id } = await created(proof)
  const { status, body } = await proof.client('PUT', `/me/campaigns/${id}`, {
    ...campaign,
    [field]: undefined,
  })
  assert.equal(status, 400)
  assert.deepEqual(body.error.fields, { [field]: [`${field} is required`] })
}

/** PUT without the field sets it back. */
async function optional(proof: Proof, field: string, otherwise: unknown): Promise<void> {
  const { id } = await created(proof, { partial: true })
  const body = { ...campaign, partial: true, [field]: undefined }
  assert.equal((await proof.client('PUT', `/me/campaigns/${id}`, body)).status, 204)
  const read = await proof.client('GET', `/me/campaigns/${id}`)
  assert.deepEqual(read.body[field], otherwise)
}

prove('Campaign body', 'name', (proof) => required(proof, 'name'))
prove('Campaign body', 'start_date', (proof) => required(proof, 'start_date'))
prove('Campaign body', 'end_date', (proof) => optional(proof, 'end_date', null))
prove('Campaign body', 'interest', (proof) => required(proof, 'interest'))
prove('Campaign body', 'partial', (proof) => optional(proof, 'partial', false))
prove('Campaign body', 'num_instalments', (proof) => optional(proof, 'num_instalments', []))

prove('Campaign endpoints', 'POST /me/campaigns', async (proof) => {
  const { id: _id, created: _created, ...answer } = await created(proof)
  for (const [field, value] of Object.entries(campaign)) assert.deepEqual(answer[field], value)
  const { status, body } = await proof.client('POST', '/me/campaigns', {})
  assert.equal(status, 400)
  assert.deepEqual(Object.keys(body.error.fields).sort(), ['interest', 'name', 'start_date'])
})
prove('Campaign endpoints', 'GET /me/campaigns/:campaignId', async (proof) => {
  await created(proof)
  const missing = await proof.client('GET', '/me/campaigns/none')
  assert.equal(missing.status, 404)
  assert.deepEqual(missing.body.error.fields, { campaign__id: 'none' })
})
prove('Campaign endpoints', 'PUT /me/campaigns/:campaignId', async (proof) => {
  const { id } = await created(proof)
  const body = { ...campaign, name: 'Summer', interest: '500' }
  const put = await proof.client('PUT', `/me/campaigns/${id}`, body)
  assert.deepEqual([put.status, put.text], [204, ''])
  const read = await proof.client('GET', `/me/campaigns/${id}`)
  assert.deepEqual([read.body.name, read.body.interest], ['Summer', 500])
})
prove('Campaign endpoints', 'PATCH /me/campaigns/:campaignId', async (proof) => {
  const before = await created(proof)
  const path = `/me/campaigns/${before.id}`
  const patch = await proof.client('PATCH', path, { interest: 1 })
  assert.deepEqual([patch.status, patch.text], [204, ''])
  assert.deepEqual((await proof.client('GET', path)).body, { ...before, interest: 1 })
})
prove('Campaign endpoints', 'DELETE /me/campaigns/:campaignId', async (proof) => {
  const { id } = await created(proof)
  const gone = await proof.client('DELETE', `/me/campaigns/${id}`)
  assert.deepEqual([gone.status, gone.text], [204, ''])
  assert.equal((await proof.client('GET', `/me/campaigns/${id}`)).status, 404)
})
prove('Campaign endpoints', 'GET /me/campaigns', async (proof) => {
  const { id } = await created(proof)
  const { status, body } = await proof.client('GET', '/me/campaigns?page=1')
  assert.equal(status, 200)
  assert.equal(body.results[0].id, id)
  assert.equal(body.cursor.before, null)
})

/** A page of two campaigns in three, all of one name. */
async function page(proof: Proof, number: number) {
  const name = newMid()
  for (const _ of [1, 2, 3]) await created(proof, { name })
  const query = `name=${name}&page_size=2`
  const { status, body } = await proof.client('GET', `/me/campaigns?${query}&page=${number}`)
  assert.equal(status, 200)
  return { body }
}

prove('Pagination envelope', 'cursor', async (proof) => {
  assert.deepEqual((await page(proof, 1)).body.cursor, { after: 2, before: null })
})
// The description has the two the wrong way round: clients read `after` until it is null.
prove('Pagination envelope', 'cursor.after', async (proof) => {
  assert.equal((await page(proof, 1)).body.cursor.after, 2)
  assert.equal((await page(proof, 2)).body.cursor.after, null)
})
prove('Pagination envelope', 'cursor.before', async (proof) => {
  assert.equal((await page(proof, 1)).body.cursor.before, null)
  assert.equal((await page(proof, 2)).body.cursor.before, 1)
})
prove('Pagination envelope', 'paging', async (proof) => {
  const { body } = await page(proof, 1)
  assert.deepEqual(Object.keys(body.paging).sort(), ['count', 'next', 'previous'])
})
prove('Pagination envelope', 'paging.count', async (proof) => {
  for (const number of [1, 2, 3]) assert.equal((await page(proof, number)).body.paging.count, 3)
})

/** Both pages of three campaigns of one name, under one path. */
async function bothPages(proof: Proof, path: string) {
  const name = newMid()
  for (const _ of [1, 2, 3]) await created(proof, { name })
  const query = `name=${name}&page_size=2`
  const accept = { accept: 'application/vnd.svc.sandbox+json' }
  const read = async (target: string) => {
    const { status, body, text } = await proof.client('GET', target, undefined, accept)
    assert.equal(status, 200, text)
    return body
  }
  const [first, second] = [await read(`${path}?${query}`), await read(`${path}?${query}&page=2`)]
  assert.deepEqual([first.results.length, second.results.length], [2, 1])
  return { first, second, query, read }
}

/** A link has the address, the path and all that was asked, and answers the page that it names. */
function linkParts(proof: Proof, link: string) {
  const { origin, pathname, search, searchParams } = new URL(link)
  assert.equal(origin, proof.server.demo.base_url)
  return { pathname, target: pathname + search, query: [...searchParams].sort() }
}

const PATHS = ['/me/campaigns', '/v1/me/campaigns']

prove('Pagination envelope', 'paging.next', async (proof) => {
  for (const path of PATHS) {
    const { first, second, query, read } = await bothPages(proof, path)
    const { pathname, target, query: parameters } = linkParts(proof, first.paging.next)
    assert.equal(pathname, path)
    assert.deepEqual(parameters, [...new URLSearchParams(`${query}&page=2`)].sort())
    assert.deepEqual((await read(target)).results, second.results)
    assert.equal(second.paging.next, null)
  }
})
prove('Pagination envelope', 'paging.previous', async (proof) => {
  for (const path of PATHS) {
    const { first, second, query, read } = await bothPages(proof, path)
    const { pathname, target, query: parameters } = linkParts(proof, second.paging.previous)
    assert.equal(pathname, path)
    assert.deepEqual(parameters, [...new URLSearchParams(`${query}&page=1`)].sort())
    assert.deepEqual((await read(target)).results, first.results)
    assert.equal(first.paging.previous, null)
  }
})
prove('Pagination envelope', 'results', async (proof) => {
  assert.equal((await page(proof, 1)).body.results.length, 2)
  assert.equal((await page(proof, 2)).body.results.length, 1)
  assert.deepEqual((await page(proof, 9)).body.results, [])
})

const entry = {
  id: 'earlier-1',
  amount: 10_050,
  due: 2_000,
  status: 'complete',
  type: 'card',
  order_date: '2025-01-31T10:00:00Z',
  currency: 'EUR',
}

/** What is told of an earlier order is kept; without what is required nothing of it is. */
async function answerOf(
  { client, confirmed }: Proof,
  field: keyof typeof entry | 'billing' | 'shipping',
  { sent, needed, refused }: { sent: readonly unknown[]; needed: boolean; refused: unknown },
): Promise<void> {
  const { id } = await confirmed(40_000)
  const path = `/orders/${id}/history`
  for (const value of sent) {
    const { status, text } = await client('POST', path, [{ ...entry, [field]: value }])
    assert.deepEqual([status, text], [204, ''])
    // Each of them is answered, not the last alone.
    const { body } = await client('GET', path)
    const id = field === 'id' ? String(value) : entry.id
    const [row, ...others] = body.results.filter((each: { id: string }) => each.id === id)
    assert.deepEqual([others, String(row?.[field])], [[], String(value)])
  }
  for (const [value, fails] of [
    [refused, true],
    [undefined, needed],
  ]) {
    const reply = await client('POST', path, [{ ...entry, id: 'other', [field]: value }])
    assert.equal(reply.status, fails ? 400 : 204, reply.text)
    if (fails)
      assert.match(Object.keys(reply.body.error.fields)[0] ?? '', new RegExp(`^0.${field}`))
  }
}

prove('History entry', 'id', (proof) =>
  answerOf(proof, 'id', { sent: ['A-1', 17], needed: true, refused: 'x'.repeat(129) }),
)
prove('History entry', 'amount', (proof) =>
  answerOf(proof, 'amount', { sent: [10_050], needed: true, refused: 100.5 }),
)
prove('History entry', 'due', (proof) =>
  answerOf(proof, 'due', { sent: [2_000], needed: false, refused: 'much' }),
)
prove('History entry', 'status', (proof) =>
  answerOf(proof, 'status', {
    sent: ['pending', 'cancelled', 'processing', 'complete'],
    needed: true,
    refused: 7,
  }),
)
prove('History entry', 'type', (proof) =>
  answerOf(proof, 'type', { sent: ['card', 'cash_on_delivery'], needed: true, refused: {} }),
)
prove('History entry', 'order_date', async (proof) => {
  const { id } = await proof.confirmed(40_000)
  const path = `/orders/${id}/history`
  assert.equal((await proof.client('POST', path, [entry])).status, 204)
  const { body } = await proof.client('GET', path)
  assert.equal(new Date(body.results[0].order_date).getTime(), Date.parse(entry.order_date))
  const bad = await proof.client('POST', path, [{ ...entry, order_date: '2025-02-30' }])
  assert.deepEqual(Object.keys(bad.body.error.fields), ['0.order_date'])
})
prove('History entry', 'currency', async (proof) => {
  const { id } = await proof.confirmed(40_000)
  const path = `/orders/${id}/history`
  assert.equal((await proof.client('POST', path, [entry])).status, 204)
  const { currency } = (await proof.client('GET', path)).body.results[0]
  assert.equal(currency.code ?? currency, 'EUR')
  const bad = await proof.client('POST', path, [{ ...entry, currency: 'EURO' }])
  assert.deepEqual(Object.keys(bad.body.error.fields), ['0.currency'])
})

async function messageAddress(proof: Proof, field: 'billing' | 'shipping'): Promise<void> {
  const { id } = await proof.confirmed(40_000)
  const path = `/orders/${id}/history`
  const address = { first_name: 'Ada', city: 'Madrid', country: 'ES', postcode: '28001' }
  for (const value of [null, address]) {
    const { status } = await proof.client('POST', path, [{ ...entry, [field]: value }])
    assert.equal(status, 204)
  }
  assert.deepEqual((await proof.client('GET', path)).body.results[0][field], address)
}

prove('History entry', 'billing', (proof) => messageAddress(proof, 'billing'))
prove('History entry', 'shipping', (proof) => messageAddress(proof, 'shipping'))

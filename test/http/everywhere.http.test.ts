// A change of settings or keys holds within a second in every process, not only in the one that
// made it. Two processes share a PostgreSQL server; an embedded database has one owner.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Demo } from '../ready-demo.ts'
import { type Client, clientOf, type RunningServer, startServer, wire } from '../running-server.ts'
import { type SecondServer, startSecond } from '../second-server.ts'

const SECRET_KEY = 'a secret key for tests only'
const WITHIN_MS = 1_000
let server: RunningServer
let second: SecondServer | undefined
let client: Client

before(async () => {
  server = await startServer({ SECRET_KEY })
  if (process.env.TEST_DATABASE === 'postgres') second = await startSecond(server, { SECRET_KEY })
  client = clientOf(server)
})
after(async () => {
  await second?.remove()
  await server.remove()
})

const everywhere = (): { demo: Demo }[] =>
  second === undefined ? [server] : [server, { demo: second.demo }]

/**
 * Asks every process without a pause, from before the change until all see it. No question asked
 * more than a second after the change may be answered as if it had not been made.
 */
async function holdsWithinASecond(
  change: () => Promise<unknown>,
  sees: (place: { demo: Demo }) => Promise<boolean>,
): Promise<void> {
  const places = everywhere()
  for (const place of places) assert.equal(await sees(place), false, 'not before the change')
  await change()
  const changed = Date.now()
  for (const place of places) {
    let since = Date.now()
    while (!(await sees(place))) {
      assert.ok(since - changed < WITHIN_MS, `still not seen ${since - changed} ms later`)
      since = Date.now()
    }
    assert.equal(await sees(place), true, 'and it stays')
  }
}

test('a revoked key is refused everywhere', async () => {
  const { body } = await client('POST', '/me/api-keys', { name: 'Gone', kind: 'private' })
  await holdsWithinASecond(
    () => client('DELETE', `/me/api-keys/${body.id}`),
    async (place) => (await clientOf(place, { key: body.key })('GET', '/orders')).status === 401,
  )
})

test('a key rotated without overlap ends everywhere, its successor works everywhere', async () => {
  const { body } = await client('POST', '/me/api-keys', { name: 'Turned', kind: 'private' })
  let successor = ''
  await holdsWithinASecond(
    async () => {
      const path = `/me/api-keys/${body.id}/rotate`
      successor = (await client('POST', path, { overlap_minutes: 0 })).body.key
    },
    async (place) => (await clientOf(place, { key: body.key })('GET', '/orders')).status === 401,
  )
  for (const place of everywhere()) {
    assert.equal((await clientOf(place, { key: successor })('GET', '/orders')).status, 200)
  }
})

// Answered from memory, also before the routes: that memory must not outlive the change.
test('the limits of a product apply everywhere, and so does removing them', async () => {
  const { products } = (await client('GET', '/me')).body
  const lowered = products.map((each: object) => ({ ...each, max_amount: 30_000 }))
  const answers = (status: number) => async (place: { demo: Demo }) => {
    const pages = clientOf(place, { key: server.demo.public_key })
    return (await pages('GET', '/checkout/button?amount=40000&currency=EUR')).status === status
  }
  await holdsWithinASecond(() => client('PATCH', '/me', { products: lowered }), answers(403))
  await holdsWithinASecond(() => client('PATCH', '/me', { products }), answers(201))
})

test('the origins of a store apply everywhere, and so does removing them', async () => {
  const refused = async (place: { demo: Demo }): Promise<boolean> => {
    const reply = await wire(place, {
      path: `/checkout/${'0'.repeat(32)}`,
      headers: {
        origin: 'https://other.example',
        accept: 'application/vnd.svc.sandbox.v1+json',
        authorization: `Bearer ${server.demo.public_key}`,
      },
    })
    return reply.body.error.code === 'origin_not_allowed'
  }
  const set = (origins: string[] | null) => () => client('PATCH', '/me', { origins })
  await holdsWithinASecond(set(['https://shop.example']), refused)
  await holdsWithinASecond(set(null), async (place) => !(await refused(place)))
})

test('a process reads the changes of another immediately', async () => {
  for (const place of everywhere()) {
    const name = `Demo store ${place.demo.pid}`
    const changed = await clientOf(place)('PATCH', '/me', { name })
    assert.equal(changed.status, 200)
    for (const reader of everywhere()) {
      assert.equal((await clientOf(reader)('GET', '/me')).body.name, name)
    }
  }
})

test('concurrent changes by two processes lose nothing', async () => {
  const changes: Record<string, unknown> = {
    url: 'https://once.example',
    currency: 'GBP',
    capture_policy: 'full',
    capture_within: 5,
    refund_spread: 'next',
    fees_on_refund: 'keep',
    total_check: 'strict',
    confirmation_timeout: 7,
  }
  const places = everywhere()
  const replies = await Promise.all(
    Object.entries(changes).map(([name, value], index) => {
      const place = places[index % places.length] ?? server
      return clientOf(place)('PATCH', '/me', { [name]: value })
    }),
  )
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  const { body } = await client('GET', '/me')
  for (const [name, value] of Object.entries(changes)) assert.deepEqual(body[name], value, name)
})

test('two processes together give a store no more keys than it may have', async () => {
  const places = everywhere()
  const key = server.demo.other_store.private_key
  const made: number[] = []
  for (let round = 0; round < 4; round++) {
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, index) => {
        const place = places[index % places.length] ?? server
        return clientOf(place, { key })('POST', '/me/api-keys', { name: 'Many', kind: 'public' })
      }),
    )
    made.push(...replies.map(({ status }) => status))
  }
  for (const status of made) assert.ok([201, 409, 429].includes(status), String(status))
  assert.ok(made.includes(409))
  const { body } = await clientOf(server, { key })('GET', '/me/api-keys')
  assert.equal(body.paging.count, 50)
})

// In live mode a page may use a checkout only from an origin that its store has named, in its
// settings or by where it sends the buyer back to (contract §12.9).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { goLive, LIVE, type LiveServer } from '../live-server.ts'
import {
  checkoutBody,
  clientOf,
  newMid,
  type RunningServer,
  startServer,
  wire,
} from '../running-server.ts'

const SECRET_KEY = 'the secret key of a demo that goes live'
const site = 'https://shop.example'
const thanks = 'https://thanks.example'
const stranger = 'https://stranger.example'
const merchant = { success_url: `${thanks}/ok?a=1`, ko_url: '/no', error_url: 'https://u:p@e.test' }
let demo: RunningServer
let live: LiveServer
let sandboxId: string
let id: string
let namedId: string

before(async () => {
  demo = await startServer({ SECRET_KEY })
  const { other_store } = demo.demo
  const create = async (accept: string | undefined, key: string) => {
    const client = clientOf(demo, { key, ...(accept === undefined ? {} : { accept }) })
    const body = checkoutBody(newMid(), 40_000, { merchant })
    const reply = await client('POST', '/checkout', body)
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id as string
  }
  await clientOf(demo)('PATCH', '/me', { url: `${site}/es` })
  await clientOf(demo, { key: other_store.private_key })('PATCH', '/me', { origins: [site] })
  id = await create(LIVE, demo.demo.private_key)
  sandboxId = await create(undefined, demo.demo.private_key)
  namedId = await create(LIVE, other_store.private_key)
  live = await goLive(demo, { SECRET_KEY })
})
after(async () => {
  await live?.stop()
  await demo.remove()
})

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
type TokenRequest = { readonly key: string; readonly of: string; readonly accept?: string }

async function tokenFor(origin: string | undefined, { key, of, accept = LIVE }: TokenRequest) {
  const headers = { accept, authorization: `Bearer ${key}`, ...(origin && { origin }) }
  const reply = await wire(live, { method: 'POST', path: `/checkout/${of}/token`, headers })
  return reply.status === 200 ? 'token' : reply.body.error.code
}

test('a public key has a token from the store, from where buyers return, and from us', async () => {
  const request = { key: live.demo.public_key, of: id }
  const own = new URL(live.demo.base_url).origin
  for (const [origin, expected] of [
    ...[site, thanks, 'https://e.test', own].map((each) => [each, 'token'] as const),
    ...[stranger, 'null', `${site}:8443`, 'http://shop.example', undefined].map(
      (each) => [each, 'origin_not_allowed'] as const,
    ),
  ]) {
    assert.equal(await tokenFor(origin, request), expected, origin)
  }
  const server = { key: live.demo.private_key, of: id }
  assert.equal(await tokenFor(undefined, server), 'token', 'a server of the store has no origin')
  const sandbox = { ...request, of: sandboxId, accept: SANDBOX }
  for (const origin of [stranger, undefined]) assert.equal(await tokenFor(origin, sandbox), 'token')
  assert.equal(await tokenFor(stranger, { ...request, of: '0'.repeat(32) }), 'checkout_not_found')
})

test('where the store names origins, these count and nothing else', async () => {
  const request = { key: live.demo.other_store.public_key, of: namedId }
  assert.equal(await tokenFor(site, request), 'token')
  for (const origin of [thanks, stranger, undefined]) {
    assert.equal(await tokenFor(origin, request), 'origin_not_allowed', origin)
  }
})

test('the same pages may hold it in a frame', async () => {
  const holder = async (path: string, query: Record<string, string>) => {
    const search = new URLSearchParams({ iframe: 'checkout', ...query })
    const reply = await wire(live, { path: `${path}?${search}` })
    assert.equal(reply.status, 200)
    return /frame-ancestors (\S+)$/.exec(String(reply.headers['content-security-policy']))?.[1]
  }
  const byKey = { order: id, 'public-key': live.demo.public_key }
  const own = new URL(live.demo.base_url).origin
  for (const [origin, expected] of [
    ...[site, thanks, 'https://e.test', own].map((each) => [each, each] as const),
    ...[stranger, `${thanks}.stranger.example`, 'null'].map((each) => [each, "'none'"] as const),
  ]) {
    assert.equal(await holder('/', { ...byKey, origin }), expected, `by key: ${origin}`)
    assert.equal(await holder(`/checkout/${id}/page`, { origin }), expected, `by id: ${origin}`)
  }
  assert.equal(await holder('/', byKey), site, 'where nobody is named, the site of the store')
  for (const origin of [site, stranger]) {
    assert.equal(await holder('/', { origin }), "'none'", 'of a frame that names nothing')
  }
  const { order: _order, ...unnamed } = byKey
  assert.equal(await holder('/', { ...unnamed, origin: site }), site, 'a checkout named later')
  assert.equal(
    await holder('/', { ...unnamed, origin: thanks }),
    "'none'",
    'of which nothing is known',
  )
  const played = { ...byKey, order: sandboxId, sandbox: 'true', origin: stranger }
  assert.equal(await holder('/', played), stranger, 'in the sandbox any')
  assert.equal(await holder(`/checkout/${sandboxId}/page`, { origin: stranger }), stranger)
  const key = live.demo.other_store.public_key
  const named = { order: namedId, public_key: key }
  assert.equal(await holder('/', { ...named, origin: site }), site)
  assert.equal(await holder('/', { ...named, origin: thanks }), "'none'")
})

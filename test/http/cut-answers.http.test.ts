// A proxy cuts requests and answers: what is sent again with its Idempotency-Key has one effect and
// the one answer; without a key the second request is answered as the contract says.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { portOf } from '../../packages/server/src/platform/network/port-of.ts'
import { type Desk, deskAt, over } from '../desk.ts'
import {
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  newMid,
  type RunningServer,
  startServer,
  type Wire,
  type WireReply,
  wire,
} from '../running-server.ts'

const TOTAL = 50_000
/** Alone up to 500.00. */
const ABOVE = 50_001
const BUSY_MS_MAX = 30_000
const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
const REASON = { code: 'payment_received', note: 'Came by transfer.' }

/**
 * Where a connection ends: within the request, after it, when the first byte of the answer comes,
 * or within the answer.
 */
const CUTS = ['request', 'wait', 'answer', 'half an answer'] as const
type Cut = (typeof CUTS)[number]

let server: RunningServer
let store: Client
let lender: Client
let cut: Cut = 'answer'
const proxy = createServer(cutting)

before(async () => {
  server = await startServer()
  store = clientOf(server)
  lender = clientOf(server, { key: server.demo.lender_key })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})
after(async () => {
  await server.remove()
  proxy.close()
})

function cutting(near: Socket): void {
  const far = connect(Number(new URL(server.demo.base_url).port), '127.0.0.1')
  const at = cut
  const end = () => {
    near.destroy()
    far.destroy()
  }
  for (const socket of [near, far]) socket.on('error', end)
  let sent = Buffer.alloc(0)
  near.on('data', (bytes: Buffer) => {
    sent = Buffer.concat([sent, bytes])
    if (!isWhole(sent)) return
    // Its last bytes are missing, those of the body if there is one.
    if (at === 'request') far.write(sent.subarray(0, -1), end)
    else far.write(sent, at === 'wait' ? end : undefined)
  })
  far.on('data', (bytes: Buffer) => {
    if (at === 'answer') end()
    else near.write(bytes.subarray(0, bytes.length / 2), end)
  })
}

/** Whether a request has arrived, whose body has a length if there is one. */
function isWhole(sent: Buffer): boolean {
  const end = sent.indexOf('\r\n\r\n')
  const head = sent.subarray(0, Math.max(0, end)).toString('latin1')
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
  return end > 0 && sent.length >= end + 4 + length
}

type Write = {
  readonly path: string
  readonly method?: string
  readonly body?: unknown
  /** Absent: the store's key. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The request of a caller, a key with it or none. */
function requestOf({ method = 'POST', path, body, headers }: Write, key?: string): Wire {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return {
    ...{ method, path },
    headers: {
      accept: SANDBOX,
      ...(headers ?? { authorization: `Bearer ${server.demo.private_key}` }),
      ...(text === undefined
        ? {}
        : {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(text)),
          }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(text === undefined ? {} : { body: text }),
  }
}

async function lose(sent: Wire, at: Cut): Promise<void> {
  cut = at
  const base_url = `http://127.0.0.1:${portOf(proxy)}`
  await assert.rejects(wire({ demo: { base_url } }, sent))
}

/** Sends it until the first one has ended. */
async function again(sent: Wire): Promise<WireReply> {
  const limit = Date.now() + BUSY_MS_MAX
  for (;;) {
    const reply = await wire(server, sent)
    const isBusy = ['request_in_progress', 'order_busy'].includes(reply.body?.error?.code)
    if (!isBusy || Date.now() > limit) return reply
    await pause(20)
  }
}

/** The last requests that the log has under a route, of all callers. */
async function requestsOf(route: string): Promise<ReadonlySet<string>> {
  const query = new URLSearchParams({ route, outcome: 'done', ordering: '-at', page_size: '100' })
  const { status, body, text } = await lender('GET', `/lender/actions?${query}`)
  assert.equal(status, 200, text)
  return new Set(body.results.map((each: { request_id: string }) => each.request_id))
}

async function open(): Promise<{ id: string; token: string }> {
  const { body } = await store('POST', '/checkout', checkoutBody(newMid(), TOTAL))
  return { id: body.id, token: new URL(body.checkout_url).hash.slice(1) }
}

async function order(step: string, body?: unknown, method?: string): Promise<Write> {
  const { id } = await confirmedOrder(store, TOTAL)
  return { path: `/orders/${id}${step}`, body, ...(method && { method }) }
}

async function captured(amount = TOTAL): Promise<{ readonly path: string; readonly id: string }> {
  const { path } = await order('')
  const { body, status, text } = await store('POST', `${path}/captures`, { amount })
  assert.equal(status, 200, text)
  return { path, id: body.id }
}

const people = new Map<string, Desk>()
/** A person of the demo with one role; what their browser sends. */
async function personOf(role: string): Promise<Readonly<Record<string, string>>> {
  const { base_url: base, backoffice_url: link } = server.demo
  const { origin } = new URL(base)
  const desk = people.get(role) ?? deskAt(over(base), origin)
  people.set(role, desk)
  if (desk.cookie() === undefined) {
    await desk.send('POST', '/demo/desk/start', { token: link.split('#')[1] })
    await desk.send('POST', '/demo/desk/people', { role })
  }
  return { cookie: desk.cookie() ?? '', origin, 'x-desk': '1' }
}

let references = 0
async function payment(amount: number, headers: Write['headers']): Promise<Write> {
  const { path } = await captured()
  const reference = `CUT ${++references}`
  const body = { amount, method: 'bank_transfer', reference, reason: REASON }
  return {
    path: `/lender/loans/${path.split('/')[2]}/payments`,
    body,
    ...(headers && { headers }),
  }
}

async function approval(step: string, more: object): Promise<Write> {
  const wish = await payment(ABOVE, await personOf('collections'))
  const { status, body, text } = await wire(server, requestOf(wish))
  assert.equal(status, 202, text)
  const { id, effects_hash } = body.approval
  const path = `/lender/approvals/${id}/${step}`
  return {
    path,
    body: step === 'approve' ? { effects_hash } : more,
    headers: await personOf('finance'),
  }
}

const holder = (token: string) => ({ authorization: `Bearer ${token}` })
const buyer = {
  ...{ first_name: 'Ada', last_name: 'Prueba', phone: '600000000' },
  ...{ birthday: '1990-01-01', document_id: '99999995C' },
}
const article = { id: 'article-1', name: 'Bicycle', quantity: 1, price: TOTAL - 1 }
const whole = { articles: [article], currency: 'EUR', total_amount: TOTAL - 1 }
const byLender = () => holder(server.demo.lender_key)

const WRITES: Readonly<Record<string, () => Promise<Write>>> = {
  'POST /checkout': async () => ({ path: '/checkout', body: checkoutBody(newMid(), TOTAL) }),
  'POST /sandbox/checkouts/:checkoutId/complete': async () => ({
    path: `/sandbox/checkouts/${(await open()).id}/complete`,
    body: {},
  }),
  'POST /checkout/:checkoutId/accept': async () => {
    const { id, token } = await open()
    const put = await clientOf(server, { key: token })('PUT', `/checkout/${id}/buyer`, buyer)
    assert.equal(put.status, 204, put.text)
    const body = { product: 'instalments' }
    return { path: `/checkout/${id}/accept`, body, headers: holder(token) }
  },
  'POST /checkout/:checkoutId/dismiss': async () => {
    const { id, token } = await open()
    return { path: `/checkout/${id}/dismiss`, headers: holder(token) }
  },
  'POST /orders/:orderId/captures': () => order('/captures', { amount: 1_000 }),
  'POST /orders/:orderId/void': () => order('/void', { amount: 1_000 }),
  'POST /orders/:orderId/refund': () => order('/refund', { amount: 1_000 }),
  'POST /orders/:orderId/captures/:captureId/refunds': async () => {
    const { path, id } = await captured()
    return { path: `${path}/captures/${id}/refunds`, body: { amount: 1_000 } }
  },
  'POST /orders/:orderId/cancel': () => order('/cancel'),
  'PUT /orders/:orderId': () => order('', { order: whole }, 'PUT'),
  'PATCH /orders/:orderId': () => order('', { order: { total_amount: 30_000 } }, 'PATCH'),
  'POST /me/webhooks': async () => ({
    path: '/me/webhooks',
    body: { url: 'https://shop.example/events', name: randomUUID() },
  }),
  'POST /me/api-keys': async () => ({
    path: '/me/api-keys',
    body: { name: 'cut', kind: 'private', scopes: ['orders:read'] },
  }),
  'POST /me/payouts': async () => {
    await captured()
    return { path: '/me/payouts' }
  },
  'POST /lender/loans/:loanId/payments': () => payment(1_000, byLender()),
  'POST /lender/approvals/:approvalId/approve': () => approval('approve', {}),
  'POST /lender/approvals/:approvalId/decline': () =>
    approval('decline', { note: 'Not on the statement.' }),
  'POST /lender/payouts': async () => {
    const headers = await personOf('finance')
    const mine = '/lender/approvals?status=pending&action=payout_release'
    const { body } = await wire(server, requestOf({ method: 'GET', path: mine, headers }))
    for (const { id } of body.results) {
      const withdrawn = requestOf({ path: `/lender/approvals/${id}/withdraw`, headers })
      assert.equal((await wire(server, withdrawn)).status, 200)
    }
    const reason = { code: 'routine', note: 'As agreed.' }
    return { path: '/lender/payouts', body: { store_id: server.demo.store_id, reason }, headers }
  },
}

for (const [route, prepare] of Object.entries(WRITES)) {
  test(`${route}, cut and sent again with its key, has one effect and one answer`, async () => {
    for (const at of CUTS) {
      const sent = requestOf(await prepare(), randomUUID())
      const earlier = await requestsOf(route)
      await lose(sent, at)
      const second = await again(sent)
      assert.ok([200, 201, 202, 204].includes(second.status), `${at}: ${second.text}`)
      const wasDone = second.headers['idempotent-replayed'] === 'true'
      // Before a request has arrived nothing is done; an answer says that it is.
      if (at !== 'wait') assert.equal(wasDone, at !== 'request', at)
      const third = await again(sent)
      assert.deepEqual([third.status, third.text], [second.status, second.text], at)
      assert.equal(third.headers['idempotent-replayed'], 'true', at)
      const effects = (await requestsOf(route)).difference(earlier)
      assert.equal(effects.size, 1, at)
    }
  })
}

/** What a second request without a key gets after the first one has had its effect. */
const UNKEYED: Readonly<Record<string, { readonly write: () => Promise<Write>; second: string }>> =
  {
    'a checkout of the same order': {
      write: async () => ({ path: '/checkout', body: checkoutBody(newMid(), TOTAL) }),
      second: '201',
    },
    'a capture of all that is left': {
      write: () => order('/captures', { amount: TOTAL }),
      second: '400 amount_exceeds_remaining',
    },
    'a cancellation': { write: () => order('/cancel'), second: '409 order_cancelled' },
    'a change of the order to the same': {
      write: () => order('', { order: { total_amount: 30_000 } }, 'PATCH'),
      second: '204',
    },
    'a payment with the same reference': {
      write: () => payment(1_000, byLender()),
      second: '409 payment_reference_used',
    },
    'an approval': { write: () => approval('approve', {}), second: '409 approval_ended' },
  }

for (const [name, { write, second }] of Object.entries(UNKEYED)) {
  test(`${name}, whose answer was cut off, is sent again without a key`, async () => {
    const sent = requestOf(await write())
    await lose(sent, 'half an answer')
    const { status, body } = await again(sent)
    assert.equal([status, body?.error?.code].join(' ').trim(), second, body?.error?.message)
  })
}

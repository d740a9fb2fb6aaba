// What an endpoint is sent, and what its answer means.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { parseAllowList } from '../../platform/network/address-guard.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { secretPlace } from '../endpoints/webhook.ts'
import type { Event } from '../events/event.ts'
import { eventView } from '../events/view.ts'
import { attempt } from '../sending/attempt.ts'
import type { Claimed } from './delivery.ts'
import { outcomeOf, outgoingOf } from './kind.ts'

const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD']
const at = new Date('2026-11-21T12:00:00Z')
const vault = createVault('a secret key of the tests')

type Arrival = { readonly headers: IncomingHttpHeaders; readonly text: string }
type Answer = { status: number; text: string; headers: Record<string, string> }
const arrivals: Arrival[] = []
let answer: Answer
let url: string

const server = createServer(async (request, response) => {
  arrivals.push({ headers: request.headers, text: await textOf(request) })
  response.writeHead(answer.status, answer.headers).end(answer.text)
})
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
})
after(() => server.close().closeAllConnections())

const event: Event = {
  storeId: 'store',
  sandbox: true,
  id: 'event',
  type: 'order.captured',
  sequence: 4,
  orderId: 'order',
  data: { amount: 100, name: 'é€😀' },
  createdAt: at,
}

function claimed(more: Partial<Claimed> = {}): Claimed {
  const delivery: Claimed['delivery'] = {
    storeId: 'store',
    endpointId: 'endpoint',
    id: 'delivery',
    eventId: 'event',
    eventType: 'order.captured',
    orderId: 'order',
    position: 4,
    exampleBody: null,
    state: 'waiting',
    attempts: 0,
    tries: 0,
    outOfTurn: false,
    nextAttemptAt: at,
    deadline: at,
    createdAt: at,
    settledAt: null,
  }
  const secrets = SECRETS.map((secret) => {
    const place = secretPlace({ storeId: 'store', id: 'endpoint' })
    return { sealed: vault.seal(secret, place), place }
  })
  const endpoint = { sandbox: true, url, version: 'v3', secrets, failingSince: null }
  return { delivery, event, ...endpoint, ...more }
}

async function answered(given: Partial<Answer>, more: Partial<Claimed> = {}) {
  answer = { status: 200, text: '', headers: {}, ...given }
  const read = parseAllowList('loopback')
  if ('fault' in read) throw new Error(read.fault)
  const options = {
    clock: systemClock,
    real: systemClock,
    vault,
    allow: read.allow,
  }
  const delivery = claimed(more)
  return outcomeOf(delivery, await attempt(options, outgoingOf('brand', delivery)))
}

test('the body is the event as it is listed, signed with every secret that signs now', async () => {
  await answered({})
  const { text, headers } = arrivals.at(-1) ?? assert.fail()
  assert.deepEqual(JSON.parse(text), eventView(event))
  assert.equal(headers['webhook-id'], 'event')
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['user-agent'], 'brand-webhooks')
  assert.equal(headers['x-brand-media-type'], 'brand.v3')
  for (const secret of SECRETS) {
    new Webhook(secret).verify(text, headers as Record<string, string>)
  }
})

test('an example is sent as it was made', async () => {
  const { delivery } = claimed()
  const example = { ...delivery, position: null, exampleBody: '{"example":true}' }
  await answered({}, { event: null, delivery: example })
  assert.equal(arrivals.at(-1)?.text, '{"example":true}')
})

const verdicts = {
  200: 'delivered',
  204: 'delivered',
  299: 'delivered',
  302: 'failed',
  400: 'failed',
  404: 'failed',
  410: 'gone',
  500: 'failed',
  503: 'failed',
} as const

for (const [status, verdict] of Object.entries(verdicts)) {
  test(`${status} means ${verdict}`, async () => {
    const headers = { location: `${url}/elsewhere` }
    const before = arrivals.length
    const outcome = await answered({ status: Number(status), headers })
    assert.equal(outcome.verdict, verdict)
    assert.equal(outcome.attempt.status, Number(status))
    assert.equal(arrivals.length, before + 1, 'nothing is followed')
  })
}

test('the time of the retry is taken from the answer', async () => {
  const { retryAfter } = await answered({ status: 503, headers: { 'retry-after': '120' } })
  const inMs = (retryAfter?.getTime() ?? 0) - Date.now()
  assert.ok(inMs > 100_000 && inMs <= 120_000)
  assert.equal((await answered({ status: 500 })).retryAfter, undefined)
})

test('unstorable parts of an answer are left out, whole characters at a time', async () => {
  const { attempt: stored } = await answered({ text: `a\0${'😀'.repeat(3_000)}` })
  assert.equal(stored.response, `a${'😀'.repeat(1_999)}`)
  assert.ok(stored.response?.isWellFormed())
})

test('a missing answer is a failure with a reason', async () => {
  for (const nowhere of ['http://127.0.0.1:1/', 'http://10.0.0.1/']) {
    const outcome = await answered({}, { url: nowhere })
    assert.equal(outcome.verdict, 'failed')
    assert.equal(outcome.attempt.status, null)
    assert.match(outcome.attempt.failure ?? '', /\S/)
  }
})

// A lender's scorecard that answers as it should, and all the ways in which it does not.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { cents } from '@svc/api'
import { verifyWebhook } from '@svc/api/webhooks'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import type { Question } from './decision.ts'
import { createScorecard } from './scorecard.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const now = new Date('2026-11-21T10:00:00Z')
const servers: Server[] = []
after(() => {
  for (const server of servers) server.close().closeAllConnections()
})

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide`
}

const question: Question = {
  id: 'a'.repeat(32),
  // A sandbox's clock may show any time.
  at: new Date('2031-01-01T00:00:00Z'),
  storeId: 's',
  orderId: 'o',
  sandbox: false,
  person: { document: '12345678Z', birthday: '1990-01-01' },
  inputs: {
    amount: cents(50_000),
    currency: 'EUR',
    product: 'pay_later',
    num_instalments: 1,
    highest_payment: cents(50_000),
    age: 36,
    document: { country: 'ES', type: 'nif', check_letter: 'valid' },
    income: null,
    history: {
      ...{ entries: 0, complete: 0, cancelled: 0, processing: 0, pending: 0, unknown: 0 },
      due: cents(0),
    },
    loans: {
      open_amount: cents(0),
      late_instalments: 0,
      written_off_amount: cents(0),
      paid_off: 0,
    },
    attempts: 0,
    overturned: [],
    limits: standardLimits,
  },
}

/** Without a limit that an answer could reach on a busy machine. */
async function verdictOf(
  listener: RequestListener,
  fallback: 'checked' | 'refused' = 'checked',
  timeoutMs = 60_000,
) {
  const failures: string[] = []
  const scorecard = createScorecard({
    url: await listening(listener),
    secret,
    fallback,
    clock: { now: () => now },
    timeoutMs,
    report: (failure) => failures.push(failure),
  })
  return { verdict: await scorecard.decide(question), failures }
}

const answering =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  }

test('gets the judged data and the person’s identity, signed', async () => {
  let received: { headers: IncomingHttpHeaders; body: string } | undefined
  await verdictOf(async (request, response) => {
    received = { headers: request.headers, body: await textOf(request) }
    response.end('{"outcome":"accepted"}')
  })
  assert.ok(received)
  const { id, payload } = verifyWebhook({ ...received, secret, now })
  assert.equal(id, question.id)
  const { storeId: _s, orderId: _o, at: _a, id: _i, ...rest } = question
  assert.deepEqual(payload, {
    id,
    type: 'decision.requested',
    created: '2031-01-01T00:00:00.000000Z',
    data: { store_id: 's', order_id: 'o', ...rest },
  })
})

const said = { code: 'low_score', es: 'Puntuación baja.', en: 'Low score.' }

test('answers an outcome with its own reasons', async () => {
  const body = { outcome: 'refused', version: '2026-11', reasons: [said], secret: 1 }
  const { verdict, failures } = await verdictOf(answering(body))
  assert.deepEqual([verdict.outcome, verdict.version, failures], ['refused', '2026-11', []])
  const [reason, ...others] = verdict.reasons
  assert.deepEqual(
    [reason?.code, reason?.source, reason?.effect],
    ['low_score', 'scorecard', 'refused'],
  )
  assert.deepEqual([reason?.words, others], [{ es: said.es, en: said.en }, []])
})

test('a refusal without a reason has one, an acceptance needs none', async () => {
  for (const outcome of ['refused', 'checked'] as const) {
    const { verdict } = await verdictOf(answering({ outcome, reasons: [] }))
    assert.deepEqual(
      verdict.reasons.map(({ code, effect }) => [code, effect]),
      [[`scorecard_${outcome}`, outcome]],
    )
  }
  const accepted = await verdictOf(answering({ outcome: 'accepted' }))
  assert.deepEqual(accepted.verdict, { outcome: 'accepted', reasons: [], version: '' })
  const praised = await verdictOf(answering({ outcome: 'accepted', reasons: [said] }))
  assert.deepEqual(
    praised.verdict.reasons.map(({ effect }) => effect),
    ['none'],
  )
})

const many = (count: number) => Array.from({ length: count }, () => said)
const padded = (length: number) => `{"outcome":"accepted"}${' '.repeat(length)}`
const wrong: readonly (readonly [name: string, body: unknown])[] = [
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['JSON cut off', '{"outcome":"accep'],
  ['a list', []],
  ['null', 'null'],
  ['no outcome', {}],
  ['an outcome that there is not', { outcome: 'maybe' }],
  ['an outcome of another case', { outcome: 'ACCEPTED' }],
  ['an outcome of another type', { outcome: true }],
  ['two outcomes', '{"outcome":"refused","outcome":"accepted"}'],
  ['reasons that are none', { outcome: 'refused', reasons: 'because' }],
  ['a reason without words', { outcome: 'refused', reasons: [{ code: 'x' }] }],
  ['a code that is none', { outcome: 'refused', reasons: [{ ...said, code: 'Low score!' }] }],
  ['words without an end', { outcome: 'refused', reasons: [{ ...said, es: 'x'.repeat(256) }] }],
  ['too many reasons', { outcome: 'refused', reasons: many(11) }],
  ['a version without an end', { outcome: 'accepted', version: 'x'.repeat(65) }],
  ['a version of another type', { outcome: 'accepted', version: 7 }],
  ['an outcome, then more than anybody wants', padded(16_384)],
  ['bytes that are no text', '{"outcome":"accepted","version":"\u0000"}'],
]
for (const [name, body] of wrong) {
  test(`an answer of ${name} decides nothing`, async () => {
    const { verdict, failures } = await verdictOf(answering(body))
    assert.equal(verdict.outcome, 'checked')
    assert.deepEqual(
      verdict.reasons.map(({ code, effect, values }) => [code, effect, values]),
      [['scorecard_unavailable', 'checked', { failure: 'answer_invalid' }]],
    )
    assert.equal(failures.length, 1)
  })
}

for (const status of [201, 204, 301, 400, 401, 500, 503]) {
  test(`a ${status} decides nothing`, async () => {
    const { verdict } = await verdictOf(answering({ outcome: 'accepted' }, status), 'refused')
    assert.equal(verdict.outcome, 'refused')
    assert.deepEqual(verdict.reasons[0]?.values, { failure: 'status' })
  })
}

const silent: readonly (readonly [name: string, listener: RequestListener])[] = [
  ['hangs', () => {}],
  ['hangs after the head', (_request, response) => response.writeHead(200).flushHeaders()],
  [
    'never ends',
    (_request, response) => {
      const timer = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(timer))
    },
  ],
  ['hangs up', (request) => request.socket.destroy()],
]
for (const [name, listener] of silent) {
  test(`a scorecard that ${name} is awaited no longer than its time limit`, async () => {
    const { verdict, failures } = await verdictOf(listener, 'checked', 300)
    assert.deepEqual(verdict.reasons[0]?.values, { failure: 'no_answer' })
    assert.equal(failures.length, 1)
  })
}

test('failures are reported to the operator, not to the store', async () => {
  const { verdict, failures } = await verdictOf((request) => request.socket.destroy())
  assert.notEqual(failures[0], '')
  assert.doesNotMatch(JSON.stringify(verdict), /127\.0\.0\.1|socket|ECONN/)
})

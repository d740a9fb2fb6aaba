import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { type Genuine, hostileDeliveries } from '../../../../test/hostile-webhooks.ts'
import {
  isEvent,
  type OrderNotification,
  type ReceivedHeaders,
  signWebhook,
  testWebhook,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from './index.ts'
import published from './vectors.json' with { type: 'json' }

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`
const secret = secretOf(1)
const timestampSeconds = 1_800_000_000
const now = new Date(timestampSeconds * 1000)
const body = '{"status": "ok", "mid": "Käse-1", "total_amount": 50000}'
const genuine: Genuine = { secret, id: 'msg_1', timestampSeconds, body }
const headers = signWebhook(genuine)

const reasonOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    assert.ok(error instanceof WebhookVerificationError, String(error))
    assert.equal(error.name, 'WebhookVerificationError')
    return error.reason
  }
}

test('any change to a delivery makes it refused, with a reason', () => {
  const parts = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'body'] as const
  const change = fc.record({
    part: fc.constantFrom(...parts),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    removed: fc.nat(3),
    put: fc.string({ unit: 'binary', maxLength: 3 }),
  })
  const property = fc.property(change, ({ part, at, removed, put }) => {
    const before = part === 'body' ? body : headers[part]
    const start = Math.floor(at * before.length)
    const after = before.slice(0, start) + put + before.slice(start + removed)
    // What stands beside a signature, behind a blank, is another signature.
    fc.pre(after !== before && !after.split(' ').includes(before))
    const changed =
      part === 'body' ? { headers, body: after } : { headers: { ...headers, [part]: after }, body }
    assert.ok(reasonOf(() => verifyWebhook({ secret, now, ...changed })))
  })
  fc.assert(property, { numRuns: 2_000 })
})

test('random headers and bodies are refused with a reason', () => {
  const values = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.string()),
    fc.constant(undefined),
  )
  const names = fc.constantFrom(...Object.keys(headers), 'Webhook-Id', 'get', '__proto__')
  const property = fc.property(fc.dictionary(names, values), fc.uint8Array(), (some, bytes) => {
    for (const given of [some, { ...headers, ...some }]) {
      assert.ok(reasonOf(() => verifyWebhook({ secret, now, headers: given, body: bytes })))
    }
  })
  fc.assert(property, { numRuns: 1_000 })
})

for (const { id, secret, timestamp, body, signature } of published.vectors) {
  test(`${id} is signed and verified as published`, () => {
    const signed = signWebhook({ secret, id, timestampSeconds: timestamp, body })
    assert.deepEqual(signed, {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    })
    const verified = verifyWebhook({
      secret,
      headers: signed,
      body,
      now: new Date(timestamp * 1000),
    })
    assert.deepEqual(verified, { id, payload: JSON.parse(body) })
  })
}

describe('hostile deliveries', () => {
  for (const { name, reason, ...hostile } of hostileDeliveries(genuine)) {
    test(`${name} is refused`, () => {
      assert.equal(
        reasonOf(() => verifyWebhook({ secret, now, ...hostile })),
        reason,
      )
    })
  }

  test('a signature behind sixteen others is not compared', () => {
    const right = headers['webhook-signature']
    const wrong = signWebhook({ ...genuine, secret: secretOf(2) })['webhook-signature']
    const behind = (count: number) => {
      const signatures = [...Array.from({ length: count }, () => wrong), right].join(' ')
      const sent = { ...headers, 'webhook-signature': signatures }
      return () => verifyWebhook({ secret, now, body, headers: sent })
    }
    assert.equal(behind(15)().id, 'msg_1')
    assert.equal(reasonOf(behind(16)), 'signature_mismatch')
  })
})

test('a valid signature is found among others and unknown versions', () => {
  const right = headers['webhook-signature']
  const wrong = signWebhook({ ...genuine, secret: secretOf(2) })['webhook-signature']
  const unknown = `v1a,${Buffer.alloc(64, 3).toString('base64')}`
  for (const signature of [`${wrong} ${right}`, `${right} ${wrong}`, `${unknown}  ${right} v2,x`]) {
    const sent = { ...headers, 'webhook-signature': signature }
    assert.equal(verifyWebhook({ secret, now, body, headers: sent }).id, 'msg_1')
  }
})

test('during a rotation the old secret, the new one and both verify; a third does not', () => {
  const [old, current, stranger] = [secretOf(4), secretOf(5), secretOf(6)] as const
  const sentAt = Math.floor(Date.now() / 1000)
  const signing = { id: 'msg_2', timestampSeconds: sentAt, body, secrets: [current, old] }
  const sent = signWebhook(signing)
  for (const secrets of [[old], [current], [old, current], [stranger, old]]) {
    assert.equal(verifyWebhook({ secrets, body, headers: sent }).id, 'msg_2')
  }
  for (const known of [old, current]) {
    assert.deepEqual(new StandardWebhook(known).verify(body, sent), JSON.parse(body))
    // Answers nothing: it throws or it does not.
    new SvixWebhook(known).verify(body, sent)
  }
  assert.equal(
    reasonOf(() => verifyWebhook({ secret: stranger, body, headers: sent })),
    'signature_mismatch',
  )
  assert.throws(() => new StandardWebhook(stranger).verify(body, sent))
  assert.throws(() => new SvixWebhook(stranger).verify(body, sent))
})

test('headers may be those of Node or of fetch, in any case', () => {
  const entries = Object.entries(headers)
  const upper = entries.map(([name, value]): [string, string] => [name.toUpperCase(), value])
  const single = entries.map(([name, value]): [string, string[]] => [name, [value]])
  const forms: readonly ReceivedHeaders[] = [
    headers,
    new Headers(headers),
    Object.fromEntries(upper),
    Object.fromEntries(single),
    { ...headers, 'set-cookie': ['a', 'b'], host: undefined },
  ]
  for (const form of forms) {
    assert.equal(verifyWebhook({ secret, now, body, headers: form }).id, 'msg_1')
  }
})

test('a duplicate header is refused, even if one of the two is right', () => {
  const right = headers['webhook-id']
  for (const twice of [
    { ...headers, 'webhook-id': [right, right] },
    { ...headers, 'Webhook-Id': right },
    { ...headers, 'Webhook-Id': 'msg_other' },
  ]) {
    assert.equal(
      reasonOf(() => verifyWebhook({ secret, now, body, headers: twice })),
      'header_malformed',
    )
  }
  const joined = new Headers(headers)
  joined.append('webhook-signature', headers['webhook-signature'])
  assert.equal(verifyWebhook({ secret, now, body, headers: joined }).id, 'msg_1')
  joined.append('webhook-id', right)
  assert.equal(
    reasonOf(() => verifyWebhook({ secret, now, body, headers: joined })),
    'signature_mismatch',
  )
})

test('the body may be text or bytes, but not parsed by a framework', () => {
  for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body)]) {
    const { payload } = verifyWebhook({ secret, now, body: raw, headers })
    assert.deepEqual(payload, JSON.parse(body))
  }
  for (const parsed of [JSON.parse(body), undefined, null, 1, [body], new ArrayBuffer(8)]) {
    assert.equal(
      reasonOf(() => verifyWebhook({ secret, now, body: parsed, headers })),
      'body_not_raw',
    )
  }
})

test('clocks may differ by five minutes either way, or by the receiver’s tolerance', () => {
  const at = (seconds: number) => new Date((timestampSeconds + seconds) * 1000)
  const verifiedAt = (seconds: number, more = {}) =>
    reasonOf(() => verifyWebhook({ secret, body, headers, now: at(seconds), ...more }))
  assert.equal(verifiedAt(300), undefined)
  assert.equal(verifiedAt(-300), undefined)
  assert.equal(verifiedAt(301), 'timestamp_too_old')
  assert.equal(verifiedAt(-301), 'timestamp_too_new')
  assert.equal(verifiedAt(1, { toleranceSeconds: 0 }), 'timestamp_too_old')
  assert.equal(verifiedAt(0, { toleranceSeconds: 0 }), undefined)
  assert.equal(verifiedAt(900, { toleranceSeconds: 900 }), undefined)
})

test('a tolerance or a time that is not a number does not let everything pass', () => {
  const old = new Date((timestampSeconds + 1e6) * 1000)
  for (const toleranceSeconds of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
    assert.throws(
      () => verifyWebhook({ secret, body, headers, now: old, toleranceSeconds }),
      RangeError,
    )
  }
  const never = new Date(Number.NaN)
  assert.throws(() => verifyWebhook({ secret, body, headers, now: never }), RangeError)
})

test('a secret is accepted whole, with or without its prefix; nothing else is', () => {
  const bare = secret.slice('whsec_'.length)
  for (const given of [secret, bare]) {
    assert.equal(verifyWebhook({ secret: given, now, body, headers }).id, 'msg_1')
  }
  const short = Buffer.alloc(23, 1).toString('base64')
  const long = Buffer.alloc(65, 1).toString('base64')
  const urlSafe = `whsec_${Buffer.alloc(32, 255).toString('base64url')}`
  const texts = [
    '',
    'whsec_',
    `${secret}\n`,
    ` ${secret}`,
    secret.slice(0, -1),
    secret.slice(0, -2),
    'whsec_é',
    short,
  ]
  const wrong: unknown[] = [...texts, long, urlSafe, `WHSEC_${bare}`, undefined, null, 7]
  for (const given of wrong) {
    const reasons = [
      reasonOf(() => verifyWebhook({ secret: given as string, now, body, headers })),
      reasonOf(() => verifyWebhook({ secrets: [secret, given as string], now, body, headers })),
      reasonOf(() => signWebhook({ ...genuine, secret: given as string })),
    ]
    assert.deepEqual(reasons, Array(3).fill('secret_malformed'), JSON.stringify(given))
  }
  assert.equal(
    reasonOf(() => verifyWebhook({ secrets: [], now, body, headers })),
    'secret_malformed',
  )
})

test('errors reveal neither the secret nor the body', () => {
  for (const given of [secretOf(7), secretOf(7).slice(0, -2)]) {
    assert.throws(
      () => verifyWebhook({ secret: given, now, body, headers }),
      ({ message, stack }: Error) =>
        ![given, 'Käse'].some((part) => `${message}${stack}`.includes(part)),
    )
  }
})

test('a request for a test of a receiver is signed now, an event under its own id', () => {
  const event: WebhookEvent = {
    id: 'a'.repeat(32),
    type: 'order.captured',
    created: '2026-11-21T05:32:21.123456Z',
    sequence: 3,
    order_id: 'b'.repeat(32),
    data: { amount: 100 },
  }
  const sent = testWebhook({ secret, payload: event })
  assert.equal(sent.headers['content-type'], 'application/json')
  const verified = verifyWebhook({ secret, ...sent })
  assert.deepEqual(verified, { id: event.id, payload: event })
  assert.ok(isEvent(verified.payload))
  const notification = JSON.parse(body) as OrderNotification
  assert.ok(!isEvent(notification))
  const [one, two] = [1, 2].map(() => testWebhook({ secret, payload: notification }))
  assert.match(one?.headers['webhook-id'] ?? '', /^msg_[0-9a-f]{32}$/)
  assert.notEqual(one?.headers['webhook-id'], two?.headers['webhook-id'])
  const old = testWebhook({ secret, payload: notification, id: 'msg_3', now })
  assert.equal(
    reasonOf(() => verifyWebhook({ secret, ...old, now: new Date(now.getTime() + 301_000) })),
    'timestamp_too_old',
  )
})

test('a browser bundle cannot include this entry', () => {
  const load = (...flags: string[]) =>
    spawnSync(process.execPath, [...flags, '--eval', "import('@svc/api/webhooks')"], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
  assert.equal(load().status, 0)
  assert.match(load('--conditions=browser').stderr, /ERR_PACKAGE_PATH_NOT_EXPORTED/)
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Reply } from './api.ts'
import { isMasked, typedAnew } from './masked.ts'
import { outcomeOf } from './outcomes.ts'
import { latestToken, openSession, readAddress } from './session.ts'
import { nextTry } from './trying.ts'
import { httpUrl, urlsOf } from './urls.ts'

const id = '0123456789abcdef0123456789abcdef'
const token = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE'

const reply = (status: number, code = '', more: Partial<Reply> = {}): Reply => ({
  ...{ status, code, body: {}, fields: {}, requestId: null, retryAfterMs: 0 },
  ...more,
})

describe('the address of the page', () => {
  const read = (path: string) => readAddress(new URL(path, 'https://pay.example'))

  test('names checkout and token', () => {
    const parts = read(`/svc/checkout/${id}/page?nonce=n&lang=en#${token}`)
    assert.deepEqual([parts.checkoutId, parts.token, parts.publicKey], [id, token, null])
    assert.equal(read(`/svc/checkout/${id}/page#2026-11.${token}`).token, `2026-11.${token}`)
    assert.deepEqual([parts.nonce, parts.language, parts.sandbox], ['n', 'en', false])
  })
  test('names checkout, key and mode', () => {
    for (const name of ['public-key', 'public_key']) {
      const parts = read(`/?order=${id}&${name}=pk_1&sandbox=true`)
      assert.deepEqual([parts.checkoutId, parts.publicKey, parts.sandbox], [id, 'pk_1', true])
    }
    for (const [mode, isSandbox] of [
      ...([
        ['1', true],
        ['YES', true],
        ['false', false],
        ['0', false],
      ] as const),
      ...([
        ['', false],
        ['no', false],
        ['live', false],
      ] as const),
    ] as const) {
      const { sandbox } = read(`/?order=${id}&public-key=pk_1&sandbox=${mode}`)
      assert.equal(sandbox, isSandbox, mode)
    }
  })
  test('names nothing that could be part of another path, and no anchor as a token', () => {
    for (const order of ['', '../me', 'a/b', 'a?b', '%00', 'x'.repeat(65)]) {
      assert.equal(read(`/?order=${encodeURIComponent(order)}`).checkoutId, null, order)
    }
    assert.equal(read(`/checkout/${id}/page#main`).token, null)
  })
})

describe('where a tab may be sent', () => {
  const forbidden = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'https://user:password@shop.example/',
    '/relative',
    '//other.example/',
    '',
    'https://',
    null,
    { href: 'https://shop.example' },
  ]
  for (const text of forbidden) {
    test(`not to ${JSON.stringify(text)}`, () => assert.equal(httpUrl(text), null))
  }
  test('to http and https, with the fallbacks of the creation body', () => {
    assert.deepEqual(urlsOf({ dismiss_url: 'https://a.example/d', success_url: 'javascript:1' }), {
      success: null,
      pending: 'https://a.example/d',
      ko: 'https://a.example/d',
      error: 'https://a.example/d',
      dismiss: 'https://a.example/d',
    })
    assert.equal(urlsOf({ ko_url: 'http://a.example/k' }).ko, 'http://a.example/k')
  })
})

describe('retrying', () => {
  const after = (parts: Reply | undefined, tries = 0) => {
    const next = nextTry(parts, tries)
    return next.kind === 'answer' ? 'answer' : `${next.why} ${next.afterMs}`
  }
  test('continues while the connection is lost, more and more slowly', () => {
    const waits = [0, 1, 2, 3, 4, 5, 1_000].map((tries) => after(undefined, tries))
    const ms = [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]
    assert.deepEqual(
      waits,
      ms.map((each) => `lost ${each}`),
    )
  })
  test('waits as long as a busy service requests, and gives up after some attempts', () => {
    assert.equal(after(reply(503, 'service_stopping', { retryAfterMs: 3_000 })), 'busy 3000')
    assert.equal(after(reply(429, 'rate_limited', { retryAfterMs: 99_000 })), 'busy 10000')
    assert.equal(after(reply(500, 'internal_error')), 'busy 500')
    assert.equal(after(reply(500, 'internal_error'), 4), 'answer')
    assert.equal(after(reply(503, 'live_not_configured')), 'answer')
  })
  test('waits for a bank and for its own request that is still running', () => {
    assert.equal(after(reply(409, 'authorisation_pending')), 'bank 5000')
    assert.equal(after(reply(409, 'request_in_progress'), 3), 'busy 1000')
    assert.equal(after(reply(409, 'authorisation_pending'), 30), 'answer')
  })
  test('is pointless when the answer is definite', () => {
    for (const parts of [reply(200), reply(400), reply(401), reply(404), reply(409)]) {
      assert.equal(after(parts), 'answer')
    }
  })
})

describe('the meaning of an answer', () => {
  const body = (status: string, reason: string) => ({
    body: { status, status_reason: reason },
  })
  const fields = (name: string) => ({ fields: { [name]: ['is wrong'] } })
  const rows: readonly (readonly [string, Reply, string])[] = [
    ['signed', reply(200, '', body('pending', 'confirmation_required')), 'moved'],
    ['saved', reply(204, '', { body: '' }), 'done'],
    ['no state of a checkout', reply(200, '', body('paid', '')), 'done'],
    ['declined', reply(400, 'card_declined', fields('card_token')), 'notice card_declined'],
    ['too many cards', reply(409, 'card_limit_reached'), 'notice cards_used_up'],
    ['too many data', reply(409, 'decision_limit_reached'), 'notice data_final'],
    ['an unknown card', reply(400, 'body_invalid', fields('card_token')), 'notice card_unknown'],
    ['another offer', reply(400, 'body_invalid', fields('product')), 'choose_again'],
    ['another count', reply(400, 'body_invalid', fields('num_instalments')), 'choose_again'],
    ['other terms', reply(400, 'body_invalid', fields('total_amount')), 'choose_again'],
    ['wrong data', reply(400, 'body_invalid', fields('document_id')), 'correct'],
    ['no data', reply(400, 'body_invalid', fields('buyer')), 'correct'],
    ['somebody was faster', reply(409, 'checkout_finished'), 'read_again'],
    ['signed in other words', reply(422, 'idempotency_key_reused'), 'read_again'],
    ['a wrong token', reply(401, 'token_invalid'), 'problem not_found'],
    ['an unknown checkout', reply(404, 'checkout_not_found'), 'problem not_found'],
    ['a revoked key', reply(401, 'key_invalid'), 'problem key'],
    ['a foreign origin', reply(403, 'origin_not_allowed'), 'problem origin'],
    ['a proxy that knows nothing', reply(404, ''), 'problem not_found'],
    ['a service that stays down', reply(503, 'service_stopping'), 'notice try_again'],
    ['what nobody has thought of', reply(418), 'notice try_again'],
  ]
  for (const [name, parts, meaning] of rows) {
    test(name, () => {
      const outcome = outcomeOf(parts)
      const more = outcome.kind === 'notice' ? outcome.notice : ''
      const problem = outcome.kind === 'problem' ? outcome.problem : ''
      assert.equal([outcome.kind, more, problem].filter(Boolean).join(' '), meaning)
    })
  }
})

describe('the data that a tab stores', () => {
  const shelf = (text: string | null) => {
    let stored = text
    return {
      getItem: () => stored,
      setItem(_name: string, value: string) {
        stored = value
      },
      text: () => stored,
    }
  }
  test('survives a reload', () => {
    const storage = shelf(null)
    openSession(() => storage, 'name').keep({ token, place: 'data' })
    const again = openSession(() => storage, 'name')
    assert.deepEqual([again.stored.token, again.stored.place, again.lasts], [token, 'data', true])
  })
  test('has an unanswered signature ready to be sent again', () => {
    const storage = shelf(null)
    const signing = { product: 'pay_in_4', card_token: 'card_1' }
    openSession(() => storage, 'name').keep({ signatureKey: 'k', signing })
    const again = openSession(() => storage, 'name')
    assert.deepEqual(again.stored, { signatureKey: 'k', signing })
    again.keep({ signing: undefined })
    assert.doesNotMatch(String(storage.text()), /card_1/)
  })
  test('is empty where the browser stores nothing', () => {
    const session = openSession(() => {
      throw new Error('denied')
    }, 'name')
    session.keep({ place: 'data' })
    assert.deepEqual([session.stored.place, session.lasts], ['data', false])
  })
  test('is validated when it is read', () => {
    for (const text of ['', 'null', '[]', '{"token":1}', '{"place":"paid","chosen":{}}', '{"a']) {
      const { stored } = openSession(() => shelf(text), 'name')
      assert.deepEqual(stored, {}, text)
    }
  })
})

describe('the page uses the newer of two tokens', () => {
  const first = `0.${token}`
  const [earlier, later] = [`mia8x0a0.${first}`, `mia8x0b0.${first}`]
  for (const [address, stored, expected] of [
    [first, null, first],
    [null, first, first],
    [null, null, null],
    [first, later, later],
    [later, first, later],
    [earlier, later, later],
    [later, earlier, later],
    [`1.${token}`, first, `1.${token}`],
    [token, later, later],
  ] as const) {
    test(`${address?.slice(0, 10)} and ${stored?.slice(0, 10)}`, () => {
      assert.equal(latestToken(address, stored), expected)
    })
  }
})

describe('a masked answer', () => {
  const mask = '••••••000'
  test('is recognised', () => {
    assert.deepEqual([mask, '••/••/1990', '600000000', ''].map(isMasked), [
      true,
      true,
      false,
      false,
    ])
  })
  for (const [text, typed] of [
    [`${mask}6`, '6'],
    [`${mask}0`, '0'],
    ['••••••00', ''],
    [`6${mask}`, '6'],
    ['•••6•••000', '6'],
    ['600000000', '600000000'],
    ['', ''],
    [mask, ''],
  ] as const) {
    test(`that becomes "${text}" starts afresh: "${typed}"`, () => {
      assert.equal(typedAnew(text, mask), typed)
    })
  }
  test('is gone once something is typed', () => {
    assert.equal(typedAnew('60', '6'), '60')
  })
})

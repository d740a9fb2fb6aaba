import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnswer, type StoreAnswer } from './answer.ts'

const none: StoreAnswer = { verdict: 'none' }
const cases: readonly (readonly [status: number, body: string, answer: StoreAnswer])[] = [
  [200, '{"status":"ok"}', { verdict: 'ok' }],
  [200, ' {"a":[1],"status":"ok"}\n', { verdict: 'ok' }],
  [200, '{"status":"ko"}', { verdict: 'ko' }],
  [201, '{"status":"ok"}', none],
  [204, '', none],
  [302, '{"status":"ok"}', none],
  [401, '{"status":"ok"}', { verdict: 'none', warning: 'refused' }],
  [403, '', { verdict: 'none', warning: 'refused' }],
  [410, '{"status":"ok"}', none],
  [500, '{"status":"ko"}', none],
  [200, '', none],
  [200, 'ok', none],
  [200, '"ok"', none],
  [200, '["ok"]', none],
  [200, 'null', none],
  [200, '{"status":"OK"}', none],
  [200, '{"status":"ok "}', none],
  [200, '{"status":true}', none],
  [200, '{"status":["ok"]}', none],
  [200, '{"Status":"ok"}', none],
  [200, '{"status":"ok"', none],
  // The name beside ok.
  [200, '{"status":"ok","order_id":"B-2"}', { verdict: 'ok', mid: 'B-2' }],
  [200, '{"status":"ok","order_id":" é 1 "}', { verdict: 'ok', mid: ' é 1 ' }],
  [200, '{"status":"ok","order_id":17}', { verdict: 'ok', mid: '17' }],
  [200, '{"status":"ok","order_id":0}', { verdict: 'ok', mid: '0' }],
  [
    200,
    '{"status":"ok","order_id":12345678901234567890}',
    { verdict: 'ok', mid: '12345678901234567890' },
  ],
  [200, '{"status":"ok","order_id":null}', { verdict: 'ok' }],
  ...['""', 'false', 'true', '1.5', '1.0', '1e3', '{}', '[]', '["B-2"]', '"a\\u0000b"'].map(
    (given) => [200, `{"status":"ok","order_id":${given}}`, { verdict: 'ok', mid: null }] as const,
  ),
  [200, `{"status":"ok","order_id":"${'x'.repeat(129)}"}`, { verdict: 'ok', mid: null }],
  [200, `{"status":"ok","order_id":"${'€'.repeat(128)}"}`, { verdict: 'ok', mid: '€'.repeat(128) }],
  [
    200,
    `{"status":"ok","order_id":"${'😀'.repeat(128)}"}`,
    { verdict: 'ok', mid: '😀'.repeat(128) },
  ],
  [200, '{"status":"ok","reason":"no reason beside ok"}', { verdict: 'ok' }],
  // The reason beside ko.
  [200, '{"status":"ko","order_id":"B-2"}', { verdict: 'ko' }],
  [200, '{"status":"ko","reason":"sold out"}', { verdict: 'ko', reason: 'sold out' }],
  [200, '{"status":"ko","reason":" a\\u0000b "}', { verdict: 'ko', reason: 'ab' }],
  [
    200,
    `{"status":"ko","reason":"${'😀'.repeat(300)}"}`,
    { verdict: 'ko', reason: '😀'.repeat(255) },
  ],
  ...['""', '" "', 'null', '17', 'true', '["x"]', '{"a":"b"}'].map(
    (given) => [200, `{"status":"ko","reason":${given}}`, { verdict: 'ko' }] as const,
  ),
]

for (const [status, body, answer] of cases) {
  test(`${status} ${body.slice(0, 60)} of ${body.length} says ${answer.verdict}`, () => {
    assert.deepEqual(readAnswer(status, body), answer)
  })
}

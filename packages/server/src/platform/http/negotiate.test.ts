import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../refusal.ts'
import { negotiate } from './negotiate.ts'

type Case = readonly [accept: string | undefined, urlVersion: string | undefined, answer: string]

/** `live v1` and so on; 406 where nothing that is asked for is served (contract §1). */
const cases: readonly Case[] = [
  // Nothing in particular: JSON, latest version, live.
  [undefined, undefined, 'live v1'],
  ['', undefined, 'live v1'],
  ['  ', undefined, 'live v1'],
  ['*/*', undefined, 'live v1'],
  ['application/*', undefined, 'live v1'],
  ['application/json', undefined, 'live v1'],
  ['application/json; charset=utf-8', undefined, 'live v1'],
  // The vendor type names mode and version.
  ['application/vnd.svc.v1+json', undefined, 'live v1'],
  ['application/vnd.svc.sandbox.v1+json', undefined, 'sandbox v1'],
  ['application/vnd.svc.v2+json', undefined, 'live v2'],
  ['application/vnd.svc.v3+json', undefined, 'live v3'],
  ['application/vnd.svc.v4+json', undefined, 'live v4'],
  ['application/vnd.svc.sandbox.v4+json', undefined, 'sandbox v4'],
  ['application/vnd.svc+json', undefined, 'live v1'],
  ['application/vnd.svc.sandbox+json', undefined, 'sandbox v1'],
  ['Application/Vnd.Svc.Sandbox.V1+JSON', undefined, 'sandbox v1'],
  ['application/vnd.svc.sandbox.v1+json;charset=utf-8', undefined, 'sandbox v1'],
  // Other versions, other types, other brands.
  ['application/vnd.svc.v0+json', undefined, '406'],
  ['application/vnd.svc.v5+json', undefined, '406'],
  ['application/vnd.svc.v10+json', undefined, '406'],
  ['application/vnd.svc.v01+json', undefined, '406'],
  ['application/vnd.svc.sandbox.v99+json', undefined, '406'],
  ['application/vnd.svc.1+json', undefined, '406'],
  ['application/vnd.svc.v1.sandbox+json', undefined, '406'],
  ['application/vnd.svc.production.v1+json', undefined, '406'],
  ['application/vnd.svcx.v1+json', undefined, '406'],
  ['application/vnd.other.v1+json', undefined, '406'],
  ['application/vnd.svc.v1', undefined, '406'],
  ['application/vnd.svc.v1+yaml', undefined, '406'],
  ['application/problem+json', undefined, '406'],
  ['text/html', undefined, '406'],
  ['text/*', undefined, '406'],
  ['image/png, text/html;q=0.9', undefined, '406'],
  ['json', undefined, '406'],
  [';', undefined, '406'],
  // Lists and q-values.
  ['text/html, application/json', undefined, 'live v1'],
  ['text/html, */*;q=0.1', undefined, 'live v1'],
  ['application/json, text/plain, */*', undefined, 'live v1'],
  ['application/vnd.svc.v9+json, application/vnd.svc.sandbox.v3+json', undefined, 'sandbox v3'],
  ['application/vnd.svc.v2+json, application/vnd.svc.v3+json', undefined, 'live v2'],
  ['application/vnd.svc.v2+json;q=0.5, application/vnd.svc.v3+json', undefined, 'live v3'],
  ['application/vnd.svc.v2+json;q=0.5,application/vnd.svc.v3+json;q=0.8', undefined, 'live v3'],
  ['application/json;q=0.2, application/vnd.svc.sandbox.v1+json;q=0.3', undefined, 'sandbox v1'],
  ['application/vnd.svc.v2+json ; Q=0.5 , application/vnd.svc.v3+json', undefined, 'live v3'],
  ['application/json;q=0', undefined, '406'],
  ['application/json;q=0.0, text/html', undefined, '406'],
  ['application/json;q=0, application/vnd.svc.v2+json', undefined, 'live v2'],
  ['application/json;q=nonsense', undefined, '406'],
  [', ,application/json', undefined, 'live v1'],
  ['*/*, application/json;q=0', undefined, 'live v1 xml'],
  ['*/*, application/json;q=0, application/xml;q=0', undefined, '406'],
  // XML.
  ['application/xml', undefined, 'live v1 xml'],
  ['APPLICATION/XML; charset=utf-8', undefined, 'live v1 xml'],
  ['application/vnd.svc.v1+xml', undefined, 'live v1 xml'],
  ['application/vnd.svc.sandbox.v1+xml', undefined, 'sandbox v1 xml'],
  ['application/vnd.svc.sandbox.v4+xml', undefined, 'sandbox v4 xml'],
  ['application/vnd.svc+xml', undefined, 'live v1 xml'],
  ['application/vnd.svc.sandbox+xml', 'v3', 'sandbox v3 xml'],
  ['application/xml', 'v2', 'live v2 xml'],
  ['application/vnd.svc.v5+xml', undefined, '406'],
  ['application/vnd.svc.v2+xml', 'v1', '406'],
  ['application/xhtml+xml', undefined, '406'],
  ['application/atom+xml', undefined, '406'],
  ['text/xml', undefined, '406'],
  ['application/xml;q=0', undefined, '406'],
  ['application/json, application/xml', undefined, 'live v1'],
  ['application/xml, application/json', undefined, 'live v1 xml'],
  ['application/xml;q=0.5, application/json', undefined, 'live v1'],
  ['application/xml;q=0.5, application/json;q=0.4', undefined, 'live v1 xml'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', undefined, 'live v1 xml'],
  ['application/vnd.svc.v9+xml, application/json;q=0.1', undefined, 'live v1'],
  // The version of the URL.
  [undefined, 'v1', 'live v1'],
  [undefined, 'v4', 'live v4'],
  ['*/*', 'v2', 'live v2'],
  ['application/json', 'v3', 'live v3'],
  ['application/vnd.svc+json', 'v3', 'live v3'],
  ['application/vnd.svc.sandbox+json', 'v4', 'sandbox v4'],
  ['application/vnd.svc.sandbox.v2+json', 'v2', 'sandbox v2'],
  ['application/vnd.svc.sandbox.v1+json', 'v2', '406'],
  ['application/vnd.svc.v2+json', 'v1', '406'],
  ['application/vnd.svc.v1+json, application/vnd.svc.v2+json', 'v2', 'live v2'],
  [undefined, 'v0', '406'],
  [undefined, 'v5', '406'],
  ['*/*', 'v99', '406'],
  ['application/vnd.svc.v5+json', 'v5', '406'],
  ['text/html', 'v1', '406'],
]

function answerOf(
  accept: string | undefined,
  urlVersion: string | undefined,
  brand: string,
): string {
  try {
    const { sandbox, version, format } = negotiate(accept, urlVersion, brand)
    return `${sandbox ? 'sandbox' : 'live'} ${version}${format === 'xml' ? ' xml' : ''}`
  } catch (error) {
    assert.ok(error instanceof Refused)
    assert.equal(error.code, 'accept_unsupported')
    return '406'
  }
}

for (const [accept, urlVersion, answer] of cases) {
  const request = accept === undefined ? 'no Accept' : `Accept ${JSON.stringify(accept)}`
  test(`${request} ${urlVersion === undefined ? '' : `below /${urlVersion} `}is ${answer}`, () => {
    assert.equal(answerOf(accept, urlVersion, 'svc'), answer)
  })
}

test('the brand is a setting, and the refusal names what is served under it', () => {
  assert.equal(answerOf('application/vnd.acme.sandbox.v2+json', undefined, 'acme'), 'sandbox v2')
  assert.equal(answerOf('application/vnd.svc.v1+json', undefined, 'acme'), '406')
  assert.throws(
    () => negotiate('text/html', undefined, 'acme'),
    (error) => {
      assert.ok(error instanceof Refused)
      const served = String(error.detail.values?.served)
      assert.match(served, /application\/vnd\.acme\.v1\+json/)
      assert.match(served, /application\/vnd\.acme\.sandbox\.v1\+json/)
      assert.match(served, /application\/vnd\.acme\.sandbox\.v1\+xml/)
      return true
    },
  )
})

test('a type of the route may be alone, and comes after those that name a mode', () => {
  const own = 'text/event-stream'
  const sandboxOf = (accept: string) => negotiate(accept, undefined, 'svc', own).sandbox
  assert.equal(sandboxOf(own), false)
  assert.equal(sandboxOf(`${own}, application/vnd.svc.sandbox.v1+json`), true)
  for (const accept of ['text/html', `${own};q=0`]) assert.throws(() => sandboxOf(accept))
  assert.equal(answerOf(own, undefined, 'svc'), '406')
})

test('an Accept of any length is answered', () => {
  const long = `application/json, ${'text/html, '.repeat(100_000)}`
  assert.equal(answerOf(long, undefined, 'svc'), 'live v1')
  assert.equal(answerOf('x'.repeat(1_000_000), undefined, 'svc'), '406')
})

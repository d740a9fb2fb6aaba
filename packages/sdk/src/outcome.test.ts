import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CloseResult, checkoutStatuses, closeResults } from '@svc/api/frame-messages'
import { mayFollow, merchantUrl, resultAtClose, resultOf } from './outcome.ts'

const statuses = [undefined, ...checkoutStatuses] as const

test('only pending is followed by another status, and no status by the same one', () => {
  const allowed = statuses.flatMap((last) =>
    checkoutStatuses.filter((next) => mayFollow(last, next)).map((next) => [last, next]),
  )
  assert.deepEqual(allowed, [
    [undefined, 'success'],
    [undefined, 'pending'],
    [undefined, 'ko'],
    ['pending', 'success'],
    ['pending', 'ko'],
  ])
})

test('a checkout without a status closes with the outcome of the page', () => {
  for (const next of closeResults) assert.equal(resultAtClose(undefined, next), next)
})

test('success and ko are final, whatever the page reports when it closes', () => {
  for (const next of closeResults) {
    assert.equal(resultAtClose('success', next), 'success')
    assert.equal(resultAtClose('ko', next), 'ko')
  }
})

test('a pending checkout is neither dismissed nor in error', () => {
  const at = Object.fromEntries(closeResults.map((next) => [next, resultAtClose('pending', next)]))
  assert.deepEqual(at, {
    success: 'success',
    pending: 'pending',
    ko: 'ko',
    dismiss: 'pending',
    error: 'pending',
  })
})

test('every status of a checkout is one of its results', () => {
  const said = [
    ['ok', '', 'success'],
    ['ko', 'expired', 'ko'],
    ['pending', 'challenge_required', 'pending'],
    ['pending', 'confirmation_required', 'pending'],
    ['pending', 'in_process', 'dismiss'],
    [undefined, undefined, 'dismiss'],
  ] as const
  for (const [status, reason, result] of said) {
    assert.equal(resultOf({ status, status_reason: reason }), result)
  }
})

describe('the page that a store named', () => {
  const base = 'https://shop.test/basket/?a=1'
  const cases: readonly [Record<string, unknown>, CloseResult, string | undefined][] = [
    [{ success_url: '/thanks' }, 'success', 'https://shop.test/thanks'],
    [{ success_url: 'thanks' }, 'success', 'https://shop.test/basket/thanks'],
    [{ success_url: 'https://other.test/a' }, 'success', 'https://other.test/a'],
    [{ success_url: '//other.test/a' }, 'success', 'https://other.test/a'],
    [{ dismiss_url: '/back' }, 'success', 'https://shop.test/back'],
    [{ dismiss_url: '/back' }, 'pending', 'https://shop.test/back'],
    [{ dismiss_url: '/back' }, 'ko', 'https://shop.test/back'],
    [{ dismiss_url: '/back' }, 'error', 'https://shop.test/back'],
    [{ dismiss_url: '/back', ko_url: '' }, 'ko', 'https://shop.test/back'],
    [{ dismiss_url: '/back', ko_url: null }, 'ko', 'https://shop.test/back'],
    [{ dismiss_url: '/back', ko_url: 7 }, 'ko', 'https://shop.test/back'],
    [{ dismiss_url: '/back', ko_url: 'http://' }, 'ko', 'https://shop.test/back'],
    [{}, 'success', 'https://shop.test/'],
    [{}, 'dismiss', 'https://shop.test/'],
    [{}, 'error', undefined],
    [{ error_url: '/broken', dismiss_url: '/back' }, 'error', 'https://shop.test/broken'],
  ]
  for (const [merchant, result, url] of cases) {
    test(`${JSON.stringify(merchant)} after ${result}: ${url}`, () => {
      assert.equal(merchantUrl(merchant, result, base), url)
    })
  }

  for (const url of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://shop.test/1',
    'file:///etc/passwd',
    'about:blank',
    'view-source:https://shop.test',
  ]) {
    test(`${JSON.stringify(url)} is not an address`, () => {
      assert.equal(merchantUrl({ success_url: url }, 'success', base), 'https://shop.test/')
      assert.equal(merchantUrl({ error_url: url, dismiss_url: url }, 'error', base), undefined)
    })
  }

  test('a page without an address of the web leads nowhere', () => {
    assert.equal(merchantUrl({ success_url: '/thanks' }, 'success', 'about:srcdoc'), undefined)
  })
})

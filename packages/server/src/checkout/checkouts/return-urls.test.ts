import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageUrls, returnUrls, webAddress } from './return-urls.ts'

const site = 'https://shop.example/es/'
const home = 'https://shop.example/'
const merchant = { notification_url: 'https://shop.example/hook' }
const successOf = (success_url: string, from = site) =>
  returnUrls({ ...merchant, success_url }, from).success

test('an address is absolute, or on the site of the store', () => {
  for (const [text, expected] of [
    ['https://other.example/thanks?a=1#b', 'https://other.example/thanks?a=1#b'],
    ['HTTP://Other.Example', 'http://other.example/'],
    ['/thanks', 'https://shop.example/thanks'],
    ['thanks?order=1', 'https://shop.example/es/thanks?order=1'],
    ['../gracias', 'https://shop.example/gracias'],
    ['?done=1', 'https://shop.example/es/?done=1'],
    ['#done', 'https://shop.example/es/#done'],
    ['https://niño.example/ñ', 'https://xn--nio-8ma.example/%C3%B1'],
    ['/a:b', 'https://shop.example/a:b'],
  ] as const) {
    assert.equal(successOf(text), expected, text)
  }
})

test('anything but a web address is replaced by the front page', () => {
  for (const text of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'blob:https://shop.example/1',
    'file:///etc/passwd',
    'shop://thanks',
    'https:other.example',
    'https:/other.example',
    'https:///other.example',
    'https://',
    'https://a b/',
    '//evil.example',
    '///evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://shop.example/\r\nx',
    ' /thanks',
    '/thanks ',
    '',
  ]) {
    assert.equal(successOf(text), home, JSON.stringify(text))
  }
})

test('a name and a password hide no host and reach nobody', () => {
  assert.equal(successOf('https://shop.example@evil.example/x'), 'https://evil.example/x')
  assert.equal(successOf('https://a:secret@shop.example/x'), 'https://shop.example/x')
  assert.equal(successOf('/x', 'https://a:secret@shop.example'), 'https://shop.example/x')
  assert.equal(webAddress('https://a:secret@shop.example'), 'https://shop.example/')
})

test('an address that the store did not name has a fallback', () => {
  const all = { success: home, pending: home, ko: home, error: home, dismiss: home }
  assert.deepEqual(returnUrls({ ...merchant, dismiss_url: '/' }, site), all)
  assert.deepEqual(returnUrls(merchant, site), all, 'of an earlier version')
  const cart = 'https://shop.example/cart'
  const left = { ...merchant, dismiss_url: '/cart' }
  const fallen = { success: home, pending: cart, ko: cart, error: cart, dismiss: cart }
  assert.deepEqual(returnUrls(left, site), fallen)
  const bad = { ...left, ko_url: 'javascript:1', pending_url: '//evil.example', error_url: '' }
  assert.deepEqual(returnUrls(bad, site), fallen)
  const named = {
    ...{ success_url: '/a', pending_url: '/b', ko_url: '/c', error_url: '/d', dismiss_url: '/e' },
    ...merchant,
  }
  assert.deepEqual(Object.values(returnUrls(named, site)), [
    ...['a', 'b', 'c', 'd', 'e'].map((path) => home + path),
  ])
})

test('a store without a site has absolute addresses only', () => {
  for (const none of ['', 'javascript:1', 'shop.example']) {
    const nowhere = { success: null, pending: null, ko: null, error: null, dismiss: null }
    assert.deepEqual(
      returnUrls({ ...merchant, success_url: '/x', dismiss_url: '/' }, none),
      nowhere,
    )
    assert.equal(successOf('https://other.example/x', none), 'https://other.example/x')
  }
})

test('a page of the store gets the addresses it may follow, as they were sent', () => {
  const reported = pageUrls({
    ...merchant,
    success_url: '/thanks',
    pending_url: 'https://name:secret@other.example/wait',
    ko_url: '//evil.example',
    error_url: 'javascript:alert(1)',
    dismiss_url: '../cart?a=1',
  })
  assert.deepEqual(reported, {
    success_url: '/thanks',
    pending_url: 'https://other.example/wait',
    dismiss_url: '../cart?a=1',
  })
  const letter = { ...merchant, success_url: 'HTTPS://Shop.Example' }
  assert.equal(pageUrls(letter).success_url, 'HTTPS://Shop.Example')
})

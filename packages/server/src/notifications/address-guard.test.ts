import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AllowList, checkUrl, isBlocked, parseAllowList } from './address-guard.ts'

function allowing(text: string): AllowList {
  const read = parseAllowList(text)
  if ('fault' in read) throw new Error(read.fault)
  return read.allow
}
const nothing = allowing('')

const blocked = [
  [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ['192.168.1.1', '169.254.169.254', '169.254.0.1', '100.64.0.1', '192.0.0.1', '192.0.2.1'],
  ['198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1'],
  [
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
  ],
  ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '64:ff9b::a00:1'],
  ['2002:7f00:1::', '2002:a00:1::1', '2001::1', '2001:db8::1', '::127.0.0.1'],
].flat()
for (const address of blocked) {
  test(`${address} is blocked`, () => assert.equal(isBlocked(address, nothing), true))
}
for (const address of ['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111']) {
  test(`${address} is public`, () => assert.equal(isBlocked(address, nothing), false))
}

const refusedUrls = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[0:0:0:0:0:ffff:7f00:1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://192.168.0.1:8080/x',
  'http://１２７.0.0.1/',
  'http://user:secret@example.com/',
  'http://user@127.0.0.1/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'javascript:alert(1)',
  '//example.com/',
  '/path',
  '',
]
for (const url of refusedUrls) {
  test(`${url || 'an empty URL'} is refused before anything is resolved`, () => {
    assert.notEqual(checkUrl(url, nothing), undefined)
  })
}

test('a public URL is let through', () => {
  assert.equal(checkUrl('https://store.example.com/notify?order=1', nothing), undefined)
})

test('what the operator lists is allowed, and only that', () => {
  const allow = allowing('loopback, 10.1.0.0/16, 192.168.1.5, Inner.example')
  assert.equal(isBlocked('127.0.0.1', allow), false)
  assert.equal(isBlocked('::1', allow), false)
  assert.equal(isBlocked('::ffff:127.0.0.1', allow), false)
  assert.equal(isBlocked('10.1.2.3', allow), false)
  assert.equal(isBlocked('10.2.0.1', allow), true)
  assert.equal(isBlocked('192.168.1.5', allow), false)
  assert.equal(isBlocked('192.168.1.6', allow), true)
  assert.equal(isBlocked('169.254.169.254', allow), true)
  assert.ok(allow.hosts.has('inner.example'))
})

test('a list that cannot be read says where', () => {
  const read = parseAllowList('10.0.0.0/99')
  assert.ok('fault' in read && read.fault.includes('10.0.0.0/99'))
  assert.ok('fault' in parseAllowList('http://x'))
})

import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { test } from 'node:test'
import {
  type AllowList,
  checkUrl,
  guardedLookup,
  isBlocked,
  parseAllowList,
} from './address-guard.ts'

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
  ['::7f00:1', '64:ff9b:1::a00:1', 'fec0::1', '4000::1', '100::1', '3fff::1', '5f00::1'],
  ['192.88.99.1', '100.127.255.254', 'not an address', ''],
].flat()
for (const address of blocked) {
  test(`${address || 'an empty address'} is blocked`, () =>
    assert.equal(isBlocked(address, nothing), true))
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
  'http://[::127.0.0.1]/',
  'http://192.168.0.1:8080/x',
  'https://store.example.com:0/',
  'https://store.example.com:22/',
  'https://store.example.com:25/',
  'https://store.example.com:65536/',
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

for (const origin of ['https://store.example.com', 'http://1.1.1.1:80', 'https://a.example:8443']) {
  test(`${origin} is let through`, () => {
    assert.equal(checkUrl(`${origin}/notify?order=1`, nothing), undefined)
  })
}

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

test('an IPv4 address may be listed as the IPv6 address that holds it', () => {
  const allow = allowing('::ffff:192.168.1.5, ::ffff:10.0.0.0/104')
  assert.equal(isBlocked('192.168.1.5', allow), false)
  assert.equal(isBlocked('10.200.0.1', allow), false)
  assert.equal(isBlocked('192.168.1.6', allow), true)
})

const faulty = ['10.0.0.0/99', '10/8', '010.0.0.0/8', '127.1', '0x7f.1', '10.0.0.300', 'http://x']
for (const entry of [...faulty, 'host:80', '[::1]', 'fe80::1%eth0', '*', 'a..b', '::ffff:0:0/90']) {
  test(`a list with ${entry} cannot be read, and says where`, () => {
    const read = parseAllowList(`10.0.0.1, ${entry}`)
    assert.ok('fault' in read && read.fault.includes(entry))
  })
}

/** Answers with one of the given lists per question, in their order. */
function resolving(...answers: string[][]) {
  return (
    _host: string,
    _options: object,
    done: (error: null, addresses: LookupAddress[]) => void,
  ) => {
    const addresses = answers.shift() ?? []
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

type Lookup = ReturnType<typeof guardedLookup>

function ask(look: Lookup, host: string, options: { all?: boolean } = {}) {
  return new Promise<string | LookupAddress[]>((resolve, reject) => {
    look(host, options, (error, address) => (error ? reject(error) : resolve(address)))
  })
}

test('a name with one blocked address among public ones is refused', async () => {
  for (const mixed of [
    ['1.1.1.1', '127.0.0.1'],
    ['2606:4700:4700::1111', '10.0.0.1', '1.1.1.1'],
  ]) {
    const look = guardedLookup(nothing, resolving(mixed, mixed))
    await assert.rejects(ask(look, 'store.example'), /not allowed/)
    await assert.rejects(ask(look, 'store.example', { all: true }), /not allowed/)
  }
})

test('a name is checked again for every connection', async () => {
  const look = guardedLookup(nothing, resolving(['1.1.1.1'], ['127.0.0.1']))
  assert.equal(await ask(look, 'store.example'), '1.1.1.1')
  await assert.rejects(ask(look, 'store.example'), /127\.0\.0\.1 is not allowed/)
})

test('a connection gets exactly the addresses that were checked', async () => {
  const look = guardedLookup(nothing, resolving(['1.1.1.1', '8.8.8.8']))
  const checked = [
    { address: '1.1.1.1', family: 4 },
    { address: '8.8.8.8', family: 4 },
  ]
  assert.deepEqual(await ask(look, 'store.example', { all: true }), checked)
})

test('a name without an address is refused', async () => {
  await assert.rejects(ask(guardedLookup(nothing, resolving([])), 'store.example'), /no address/)
})

test('a listed name may have private addresses, a name below it may not', async () => {
  const allow = allowing('inner.example')
  const look = guardedLookup(allow, resolving(['10.0.0.1'], ['10.0.0.1'], ['10.0.0.1']))
  assert.equal(await ask(look, 'Inner.example'), '10.0.0.1')
  assert.equal(await ask(look, 'inner.example.'), '10.0.0.1')
  await assert.rejects(ask(look, 'a.inner.example'), /not allowed/)
})

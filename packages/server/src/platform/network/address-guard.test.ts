import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AllowList,
  checkUrl,
  guardedLookup,
  isBlocked,
  type Outbound,
  parseAllowList,
} from './address-guard.ts'
import type { NameLookup } from './name-lookup.ts'

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
  ['192.88.99.1', '100.127.255.254', 'not an address', '', '168.63.129.16', '100.100.100.200'],
  ['2001:470:1f0b::5efe:7f00:1', '2001:470:1f0b::200:5efe:a00:1', '2001:20::1', '2001:2::1'],
  ['::ffff:0:7f00:1', '64:ff9b::808:808', '2002:808:808::', 'ff0e::1'],
].flat()
for (const address of blocked) {
  test(`${address || 'an empty address'} is blocked`, () =>
    assert.equal(isBlocked(address, nothing), true))
}
for (const address of [
  '1.1.1.1',
  '8.8.8.8',
  '168.63.129.17',
  '2606:4700:4700::1111',
  '2a00::5efe',
]) {
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
  'https://store.example.com:5432/',
  'https://store.example.com:6379/',
  'http://１２７.0.0.1/',
  'http://user:secret@example.com/',
  'https://@example.com/',
  'https://:@example.com/',
  'https://example.com\\@store.example/',
  'https://example.com/a\\b',
  'https://exam\tple.com/',
  'https://example.com/a\nb',
  'https://example.com/\u0085',
  'https://example.com/ ',
  ' https://example.com/',
  'https:example.com',
  'https:///example.com/',
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

for (const origin of [
  'https://store.example.com',
  'http://1.1.1.1:80',
  'https://a.example:8443',
  'HTTPS://bücher.example',
]) {
  test(`${origin} is let through`, () => {
    assert.equal(checkUrl(`${origin}/notify?order=1 2&back=a\\b@c`, nothing), undefined)
  })
}

test('only what the operator lists is allowed', () => {
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

test('a public address is blocked when it is one of this machine, unless it is listed', () => {
  const machine = new Set(['1.1.1.1', '2606:4700::1'])
  for (const address of ['1.1.1.1', '::ffff:1.1.1.1', '2606:4700:0::1']) {
    assert.equal(isBlocked(address, nothing, machine), true)
    assert.equal(isBlocked(address, allowing('1.1.1.1, 2606:4700::/32'), machine), false)
  }
  assert.equal(isBlocked('1.1.1.2', nothing, machine), false)
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

/** Looks names up by answering with one of the given lists per question, in their order. */
function answering(...answers: string[][]): NameLookup {
  return async () =>
    (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const addressesOf = async (host: string, allow: Outbound) =>
  (await guardedLookup(host, allow)).map(({ address }) => address)

test('a name with one blocked address among public ones is refused', async () => {
  for (const mixed of [
    ['1.1.1.1', '127.0.0.1'],
    ['127.0.0.1', '1.1.1.1'],
    ['2606:4700:4700::1111', '10.0.0.1', '1.1.1.1'],
    ['1.1.1.1', '::1'],
  ]) {
    const allow = { ...nothing, lookUp: answering(mixed) }
    await assert.rejects(addressesOf('store.example', allow), /store\.example has an address that/)
  }
})

test('a forbidden address of a name is not revealed', async () => {
  const allow = { ...nothing, lookUp: answering(['10.1.2.3']) }
  await assert.rejects(addressesOf('store.example', allow), ({ message }: Error) => {
    return !message.includes('10.1.2.3')
  })
})

test('a connection gets the addresses that were checked, four of each kind', async () => {
  const fours = ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4', '1.1.1.5']
  const allow = { ...nothing, lookUp: answering(['2606:4700::1', ...fours]) }
  assert.deepEqual(await addressesOf('store.example', allow), [
    ...fours.slice(0, 4),
    '2606:4700::1',
  ])
  const last = { ...nothing, lookUp: answering([...fours, '10.0.0.1']) }
  await assert.rejects(addressesOf('store.example', last), /not public/)
})

test('a name without an address is refused', async () => {
  const allow = { ...nothing, lookUp: answering([]) }
  await assert.rejects(addressesOf('store.example', allow), /no address/)
})

test('a listed name may have private addresses, a name below it may not', async () => {
  const allow = { ...allowing('inner.example'), lookUp: answering(['10.0.0.1'], ['10.0.0.1']) }
  assert.deepEqual(await addressesOf('inner.example', allow), ['10.0.0.1'])
  await assert.rejects(addressesOf('a.inner.example', allow), /not public/)
})

const own: Outbound = { ...nothing, ownHost: () => 'pay.example.com' }
for (const url of [
  'https://pay.example.com/',
  'http://PAY.example.com.:8443/me',
  'https://%70ay.example.com/',
]) {
  test(`${url} would lead back to this service`, () => {
    assert.match(checkUrl(url, own) ?? '', /pay\.example\.com, which is this service itself/)
    assert.equal(checkUrl(url, { ...own, hosts: new Set(['pay.example.com']) }), undefined)
  })
}

test('the host of this service is no other name, above it or below', () => {
  for (const host of ['example.com', 'a.pay.example.com', 'pay.example.com.mx']) {
    assert.equal(checkUrl(`https://${host}/`, own), undefined)
  }
})

test('a service that is reached by its address does not call itself either', () => {
  const numbered: Outbound = { ...nothing, ownHost: () => '1.1.1.1' }
  assert.match(checkUrl('http://0x01.1.1.1:8080/', numbered) ?? '', /this service itself/)
  assert.equal(checkUrl('http://1.1.1.2/', numbered), undefined)
  const listed = { ...allowing('1.1.1.0/24'), ownHost: () => '1.1.1.1' }
  assert.equal(checkUrl('http://1.1.1.1/', listed), undefined)
})

test('localhost and what is below it are this machine, which may be listed', () => {
  for (const host of ['localhost', 'LOCALHOST.', 'a.localhost', 'a.b.localhost.']) {
    assert.match(checkUrl(`http://${host}:8080/`, nothing) ?? '', /the machine of this service/)
    assert.equal(checkUrl(`http://${host}:8080/`, allowing('loopback')), undefined)
  }
  assert.equal(checkUrl('http://localhost.example/', nothing), undefined)
  assert.equal(checkUrl('http://a.localhost/', allowing('a.localhost')), undefined)
})

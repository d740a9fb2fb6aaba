import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { readAddress } from '../network/public-address.ts'
import { createClientAddresses, parseTrustedProxies, rightmostUntrusted } from './client-address.ts'

function rangesOf(text: string) {
  const parsed = parseTrustedProxies(text)
  if ('fault' in parsed) throw new Error(parsed.fault)
  return parsed.ranges
}

/** The client of a request from a peer, and how often an undeclared proxy was reported. */
function clientOf({ peer, forwarded, trusted = '' }: Record<string, string | undefined>) {
  const reports: string[] = []
  const addresses = createClientAddresses({
    trusted: rangesOf(trusted),
    report: (address) => reports.push(address),
  })
  const socket = { remoteAddress: peer } as Socket
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const ask = () => addresses.of({ headers, socket } as never)
  ask()
  return { ...ask(), reports, undeclared: addresses.hasUndeclaredProxy() }
}

const cases: [string, Record<string, string | undefined>, string | undefined][] = [
  ['a peer that speaks for itself', { peer: '198.51.100.7' }, '198.51.100.7'],
  ['an IPv4 peer on an IPv6 socket', { peer: '::ffff:198.51.100.7' }, '198.51.100.7'],
  ['a public peer that claims another', { peer: '9.9.9.9', forwarded: '1.1.1.1' }, '9.9.9.9'],
  [
    'a private peer that forwards, undeclared',
    { peer: '10.0.0.1', forwarded: '1.1.1.1' },
    undefined,
  ],
  [
    'a private peer that is not the one declared',
    { peer: '10.0.0.2', forwarded: '1.1.1.1', trusted: '10.0.0.1' },
    '10.0.0.2',
  ],
  [
    'a declared proxy',
    { peer: '10.0.0.1', forwarded: '1.1.1.1', trusted: '10.0.0.0/8' },
    '1.1.1.1',
  ],
  [
    'what a client wrote itself, left of what the proxy added',
    { peer: '10.0.0.1', forwarded: '8.8.8.8, 1.1.1.1', trusted: '10.0.0.0/8' },
    '1.1.1.1',
  ],
  [
    'a chain of declared proxies',
    { peer: '10.0.0.1', forwarded: '8.8.8.8,1.1.1.1 ,, 10.9.9.9', trusted: '10.0.0.0/8' },
    '1.1.1.1',
  ],
  [
    'a client within the declared network',
    { peer: '10.0.0.1', forwarded: '10.3.3.3', trusted: '10.0.0.0/8' },
    '10.3.3.3',
  ],
  [
    'a proxy that adds ports',
    { peer: '::1', forwarded: '1.1.1.1:443', trusted: 'loopback' },
    '1.1.1.1',
  ],
  [
    'an IPv6 client with its port',
    { peer: '127.0.0.1', forwarded: '[2001:DB8::1]:443', trusted: 'loopback' },
    '2001:db8::1',
  ],
  ['no address at all', { peer: '::1', forwarded: 'unknown', trusted: 'loopback' }, '::1'],
  [
    'rubbish left of a proxy',
    { peer: '127.0.0.1', forwarded: 'rubbish, 127.0.0.2', trusted: 'loopback' },
    '127.0.0.2',
  ],
  ['an empty header', { peer: '127.0.0.1', forwarded: '', trusted: 'loopback' }, '127.0.0.1'],
  ['a connection without an address', { peer: undefined }, undefined],
]
for (const [name, request, expected] of cases) {
  test(`the address of ${name}`, () => assert.equal(clientOf(request).address, expected))
}

test('an undeclared proxy is reported once, by its address', () => {
  const { reports, undeclared } = clientOf({ peer: '10.0.0.1', forwarded: '1.1.1.1' })
  assert.deepEqual([reports, undeclared], [['10.0.0.1'], true])
  const declared = { peer: '10.0.0.1', forwarded: '1.1.1.1', trusted: '10.0.0.1' }
  assert.deepEqual([clientOf(declared).reports, clientOf(declared).undeclared], [[], false])
})

test('limits count an IPv6 network of 64 bits as one client, an IPv4 address as another', () => {
  const groupOf = (peer: string) => clientOf({ peer }).group
  assert.equal(groupOf('2001:db8:1:2::1'), groupOf('2001:db8:1:2:ffff::9'))
  assert.notEqual(groupOf('2001:db8:1:2::1'), groupOf('2001:db8:1:3::1'))
  assert.notEqual(groupOf('198.51.100.7'), groupOf('198.51.100.8'))
})

test('anything left of the last untrusted address changes nothing', () => {
  const peer = readAddress('10.0.0.1')
  assert.ok(peer !== undefined)
  const isTrusted = (address: typeof peer) => address.toString().startsWith('10.')
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), fc.ipV4(), (before, client) => {
      fc.pre(!client.startsWith('10.'))
      const actual = rightmostUntrusted(`${before},${client}, 10.2.3.4`, peer, isTrusted)
      assert.equal(actual.toString(), client)
    }),
  )
})

test('a header of proxies without end is read for a bounded number of them', () => {
  const peer = readAddress('10.0.0.1')
  assert.ok(peer !== undefined)
  let read = 0
  const isTrusted = () => {
    read++
    return true
  }
  rightmostUntrusted('10.0.0.2,'.repeat(2_000), peer, isTrusted)
  assert.ok(read > 10 && read <= 32)
})

test('proxies are declared by addresses, ranges or loopback, never everybody', () => {
  assert.equal(rangesOf(' 10.0.0.0/8, fd00::/8 ,192.0.2.1, loopback,').length, 5)
  for (const text of ['proxy.example.com', '10/8', '010.0.0.1', '10.0.0.0/33', '0.0.0.0/0', '::/0'])
    assert.ok('fault' in parseTrustedProxies(text), text)
})

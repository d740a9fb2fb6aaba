import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNameServers } from './name-servers.ts'

const readable: readonly (readonly [text: string, servers: readonly string[]])[] = [
  ['', []],
  [' , ', []],
  ['9.9.9.9', ['9.9.9.9']],
  [' 9.9.9.9:53 ,, 127.0.0.1:65535 ', ['9.9.9.9:53', '127.0.0.1:65535']],
  ['[2620:fe::fe],[::1]:1', ['[2620:fe::fe]', '[::1]:1']],
]
for (const [text, servers] of readable) {
  test(`"${text}" names ${servers.length} servers`, () => {
    assert.deepEqual(parseNameServers(text), { servers })
  })
}

const faulty = [
  ['dns.example.com', 'localhost', '127.1', '010.0.0.1', '1.1.1.1.1', '9.9.9.9:', '9.9.9.9:0'],
  ['9.9.9.9:65536', '9.9.9.9:x', '9.9.9.9:53:53', '9.9.9.9:-1', '2620:fe::fe', '::1:53', '[::1'],
  [
    '[::1]53',
    '[::1]:',
    '[9.9.9.9]',
    '[fe80::1%eth0]',
    '[]',
    ':53',
    'udp://9.9.9.9',
    '9.9.9.9;1.1.1.1',
  ],
].flat()
for (const entry of faulty) {
  test(`a list with ${entry} is refused, and the refusal says where`, () => {
    const read = parseNameServers(`9.9.9.9, ${entry}`)
    assert.ok('fault' in read)
    assert.ok(read.fault.includes(`"${entry}"`))
  })
}

test('eight name servers are taken, nine are not', () => {
  const eight = Array.from({ length: 8 }, (_, index) => `10.0.0.${index}`)
  assert.deepEqual(parseNameServers(eight.join()), { servers: eight })
  assert.ok('fault' in parseNameServers([...eight, '10.0.0.8'].join()))
})

// All addresses of a name are found, in bounded time, whatever its name servers do.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  type NameServer,
  openNameServer,
  type Question,
  type Saying,
} from '../../../../../test/fixtures/name-server.ts'
import { createNameLookup, type NameLookup } from './name-lookup.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-hosts-'))
const hostsFile = join(folder, 'hosts')
const servers: NameServer[] = []
let say: (question: Question) => Saying | Promise<Saying> = () => 'NXDOMAIN'
let server: NameServer
let lookUp: NameLookup

before(async () => {
  writeFileSync(hostsFile, '')
  server = await serverSaying((question) => say(question))
  lookUp = createNameLookup({ servers: [server.address], hostsFile })
})
after(() => {
  for (const each of servers) each.close()
  rmSync(folder, { recursive: true })
})

async function serverSaying(saying: typeof say): Promise<NameServer> {
  const opened = await openNameServer(saying)
  servers.push(opened)
  return opened
}

const addressesOf = async (name: string, how = lookUp) =>
  (await how(name)).map(({ address, family }) => `${address} ${family}`).sort()
const questionsAbout = (name: string) => server.questions.filter((each) => each.name === name)

test('every IPv4 and every IPv6 address of a name is found', async () => {
  say = () => ({ addresses: ['1.1.1.1', '10.0.0.1', '2606:4700::1', '::1'] })
  const all = ['1.1.1.1 4', '10.0.0.1 4', '2606:4700::1 6', '::1 6']
  assert.deepEqual(await addressesOf('all.example'), all)
})

test('a chain of aliases is followed to the addresses at its end', async () => {
  say = () => ({ addresses: ['10.0.0.1'], aliases: ['b.example', 'c.example'] })
  assert.deepEqual(await addressesOf('a.example'), ['10.0.0.1 4'])
})

test('a name is resolved every time, whatever the lifetime of its answer', async () => {
  say = ({ type, count }) => ({ addresses: type === 'A' ? [`1.1.1.${count}`] : [] })
  for (const address of ['1.1.1.1 4', '1.1.1.2 4', '1.1.1.3 4']) {
    assert.deepEqual(await addressesOf('changing.example'), [address])
  }
})

test('concurrent look-ups of one name share a query', async () => {
  const spoken = Promise.withResolvers<Saying>()
  say = () => spoken.promise
  const lookups = ['shared.example', 'SHARED.example', 'shared.example.'].map((name) =>
    lookUp(name),
  )
  spoken.resolve({ addresses: ['1.1.1.1'] })
  for (const addresses of await Promise.all(lookups)) assert.equal(addresses.length, 1)
  assert.equal(questionsAbout('shared.example').length, 2)
})

test('one kind of address is enough when the other cannot be resolved', async () => {
  say = ({ type }) => (type === 'A' ? { addresses: ['1.1.1.1'] } : 'SERVFAIL')
  assert.deepEqual(await addressesOf('half.example'), ['1.1.1.1 4'])
})

for (const [saying, reason] of [
  ['NXDOMAIN', /^the name x\.example has no address$/],
  [{ addresses: [] }, /^the name x\.example has no address$/],
  ['SERVFAIL', /^the name servers could not tell the address of x\.example \(ESERVFAIL\)$/],
  ['REFUSED', /^the name servers could not tell the address of x\.example \(EREFUSED\)$/],
] as const) {
  test(`${JSON.stringify(saying)} is reported as what it is`, async () => {
    say = () => saying
    await assert.rejects(lookUp('x.example'), ({ message }: Error) => reason.test(message))
  })
}

test('a name that is invalid in DNS has no address', async () => {
  for (const name of ['a..b', `${'a'.repeat(64)}.example`, `${'a.'.repeat(130)}example`]) {
    await assert.rejects(lookUp(name), /has no address/)
  }
})

test('a name without an answer ends in time, and delays no other', async () => {
  say = ({ name }) => (name.startsWith('hanging') ? 'silence' : { addresses: ['1.1.1.1'] })
  const patient = createNameLookup({ servers: [server.address], hostsFile, timeoutMs: 900 })
  let over = 0
  const hanging = Array.from({ length: 50 }, (_, index) =>
    patient(`hanging-${index}.example`).finally(() => over++),
  )
  const ended = Promise.allSettled(hanging)
  assert.deepEqual(await addressesOf('quick.example', patient), ['1.1.1.1 4'])
  assert.equal(over, 0)
  for (const result of await ended) {
    assert.ok(result.status === 'rejected')
    assert.match(result.reason.message, /^no name server answered for .* within 900 ms$/)
  }
})

test('a silent name server is not the last one to be queried', async () => {
  say = () => ({ addresses: ['1.1.1.1'] })
  const silent = await serverSaying(() => 'silence')
  const both = createNameLookup({ servers: [silent.address, server.address], hostsFile })
  assert.deepEqual(await addressesOf('second.example', both), ['1.1.1.1 4'])
})

test('the hosts file comes first, and is read again when it has changed', async () => {
  say = () => ({ addresses: ['1.1.1.1'] })
  writeFileSync(hostsFile, '# 8.8.8.8 listed.example\n10.0.0.1 Listed.example other # note\n')
  assert.deepEqual(await addressesOf('listed.example'), ['10.0.0.1 4'])
  assert.deepEqual(await addressesOf('OTHER.'), ['10.0.0.1 4'])
  assert.deepEqual(await addressesOf('note'), ['1.1.1.1 4'])
  writeFileSync(
    hostsFile,
    '10.0.0.2\tlisted.example\r\nfd00::2 listed.example\nnonsense listed.example',
  )
  utimesSync(hostsFile, 1, 1)
  assert.deepEqual(await addressesOf('listed.example'), ['10.0.0.2 4', 'fd00::2 6'])
  assert.equal(questionsAbout('listed.example').length, 0)
  rmSync(hostsFile)
  assert.deepEqual(await addressesOf('listed.example'), ['1.1.1.1 4'])
})

test('localhost and what is below it are loopback, without a query', async () => {
  say = () => ({ addresses: ['1.1.1.1'] })
  for (const name of ['localhost', 'Localhost.', 'a.localhost']) {
    assert.deepEqual(await addressesOf(name), ['127.0.0.1 4', '::1 6'])
    assert.equal(questionsAbout(name.toLowerCase()).length, 0)
  }
})

// No store makes this service connect to what is not public: proved by listeners that nobody
// reaches, and by every address that a socket of this process tries.
import assert from 'node:assert/strict'
import { connect as connectSocket, type Socket, type TcpNetConnectOpts } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { blockedAddresses, blockedUrls } from '../../../../../test/fixtures/blocked-urls.ts'
import {
  type Attempts,
  type Listener,
  openListener,
  recordAttempts,
} from '../../../../../test/fixtures/connections.ts'
import {
  type NameServer,
  openNameServer,
  type Question,
  type Saying,
} from '../../../../../test/fixtures/name-server.ts'
import { isBlocked, type Outbound, parseAllowList } from './address-guard.ts'
import { createNameLookup } from './name-lookup.ts'
import { type PostInput, type PostResult, postGuarded } from './post.ts'

const listeners: Listener[] = []
let names: NameServer
let attempts: Attempts
/** What the name server says; each test sets its own. */
let say: (question: Question) => Saying | Promise<Saying>

before(async () => {
  names = await openNameServer((question) => say(question))
  for (let count = 0; count < 3; count++) listeners.push(await openListener())
})
after(() => {
  names.close()
  for (const listener of listeners) listener.close()
})
beforeEach(() => {
  say = () => 'NXDOMAIN'
  attempts = recordAttempts()
})
afterEach(() => attempts.end())

function allowing(text: string): Outbound {
  const read = parseAllowList(text)
  assert.ok('allow' in read)
  return { ...read.allow, lookUp: createNameLookup({ servers: [names.address] }) }
}

function firstListener(): Listener {
  const [first] = listeners
  assert.ok(first !== undefined)
  return first
}

const post = (url: string, more: Partial<PostInput> = {}): Promise<PostResult> =>
  postGuarded({ url, headers: {}, body: '{}', allow: allowing(''), timeoutMs: 10_000, ...more })

const reached = () => listeners.reduce((sum, { connections }) => sum + connections(), 0)

/** Delivers to each URL and proves that nothing was even tried. */
async function assertUntouched(urls: readonly string[], reason = /./): Promise<void> {
  const before = reached()
  const results = await Promise.all(urls.map((url) => post(url)))
  for (const [index, result] of results.entries()) {
    assert.ok('failure' in result, urls[index])
    assert.match(result.failure, reason, urls[index])
  }
  assert.deepEqual(attempts.addresses, [])
  assert.equal(reached(), before)
}

test('no URL of the corpus connects to anything, on whichever port somebody listens', async () => {
  for (const { port } of listeners) {
    const urls = blockedUrls(port)
    assert.ok(new Set(urls).size >= 120)
    await assertUntouched(urls, /^the URL must /)
  }
})

test('no address of this machine is connected to, by its number or by a name', async () => {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const plain = all.map(({ address }) => address.replace(/%.*/, ''))
  const hosts = plain.map((address) => (address.includes(':') ? `[${address}]` : address))
  const urls = hosts.flatMap((host) => listeners.map(({ port }) => `http://${host}:${port}/`))
  await assertUntouched(urls, /must not lead to/)
  say = () => ({ addresses: plain.slice(0, 20) })
  await assertUntouched([`http://this-machine.test:${firstListener().port}/`], /not public/)
})

/** Each blocked address is what a name leads to, in the way that `saying` tells. */
async function assertNamesUntouched(saying: (address: string) => (question: Question) => Saying) {
  const addresses = blockedAddresses()
  assert.ok(addresses.length >= 60)
  say = (question) => {
    const address = addresses[Number(/[0-9]+/.exec(question.name)?.[0])]
    return address === undefined ? 'NXDOMAIN' : saying(address)(question)
  }
  const { port } = firstListener()
  const urls = addresses.map((_, index) => `http://name-${index}.test:${port}/`)
  await assertUntouched(urls, /has an address that is not public/)
}

const FOUR = '1.1.1.1'
const SIX = '2606:4700:4700::1111'
const leading: Readonly<Record<string, (address: string) => (question: Question) => Saying>> = {
  'a blocked address': (address) => () => ({ addresses: [address] }),
  'a public and then a blocked address': (address) => () => ({ addresses: [FOUR, SIX, address] }),
  'a blocked and then a public address': (address) => () => ({ addresses: [address, FOUR, SIX] }),
  'many public addresses and a blocked one': (address) => () => ({
    addresses: [...Array.from({ length: 12 }, (_, index) => `1.1.1.${index + 1}`), address],
  }),
  'an alias of an alias of a blocked address': (address) => () => ({
    addresses: [address],
    aliases: ['public.test', 'store.test'],
  }),
  'a blocked address, while the other kind is not told':
    (address) =>
    ({ type }) =>
      (type === 'A') === address.includes(':') ? 'SERVFAIL' : { addresses: [address] },
}
for (const [what, saying] of Object.entries(leading)) {
  test(`a name with ${what} is not connected to`, () => assertNamesUntouched(saying))
}

for (const saying of ['NXDOMAIN', 'SERVFAIL', 'REFUSED'] as const) {
  test(`a name for which its server says ${saying} is not connected to`, async () => {
    say = () => saying
    await assertUntouched([`http://name.test:${firstListener().port}/`], /name/)
  })
}

// The same listeners are reached as soon as it is allowed: the tests above could fail.
test('addresses that the operator lists are reached, and the recorder sees it', async () => {
  const { port, connections } = firstListener()
  const allow = allowing('loopback')
  say = () => ({ addresses: ['127.0.0.1'], aliases: ['alias.test'] })
  const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '①②⑦.0.0.1', '[::ffff:7f00:1]', 'name.test']
  const before = connections()
  for (const host of [...hosts, 'localhost', 'a.localhost.']) {
    const result = await post(`http://${host}:${port}/`, { allow })
    assert.ok('status' in result, JSON.stringify(result))
    assert.equal(result.body, 'reached')
  }
  assert.equal(connections(), before + hosts.length + 2)
  assert.equal(attempts.addresses.length, hosts.length + 2)
  for (const address of attempts.addresses) assert.ok(isBlocked(address, allowing('')), address)
})

test('an IPv6 address is reached when it is listed', async (context) => {
  const { port } = firstListener()
  const ours = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  if (!ours.some(({ address }) => address === '::1')) return context.skip('no IPv6 here')
  say = () => ({ addresses: ['::1'] })
  for (const host of ['[::1]', 'six.test']) {
    const result = await post(`http://${host}:${port}/`, { allow: allowing('::1') })
    assert.ok('status' in result, JSON.stringify(result))
  }
  assert.deepEqual(attempts.addresses, ['::1', '::1'])
})

/** Takes note of what a connection is given, and leads it to a listener instead. */
function leadingTo(port: number) {
  const given: string[] = []
  const opened: Socket[] = []
  const connect = ({ host = '', lookup }: TcpNetConnectOpts) => {
    for (let question = 0; question < 3; question++) {
      lookup?.(host, { all: true }, (_error, addresses) => {
        if (Array.isArray(addresses)) given.push(...addresses.map(({ address }) => address))
      })
    }
    const socket = connectSocket({ host: '127.0.0.1', port })
    opened.push(socket)
    return socket
  }
  return { given, opened, connect }
}

test('a name that resolves differently the second time leads to what was checked', async () => {
  say = ({ type, count }) =>
    type === 'A' ? { addresses: [count === 1 ? FOUR : '127.0.0.1'] } : { addresses: [] }
  const { given, connect } = leadingTo(firstListener().port)
  const url = `http://changing.test:${firstListener().port}/`
  const first = await post(url, { connect })
  assert.ok('failure' in first)
  // However often a connection asks, it is told what was checked, and nobody else is asked.
  assert.deepEqual(given, [FOUR, FOUR, FOUR])
  const questions = names.questions.filter(({ name }) => name === 'changing.test')
  assert.deepEqual(questions.map(({ type }) => type).sort(), ['A', 'AAAA'])
  const second = await post(url, { connect })
  assert.ok('failure' in second)
  assert.match(second.failure, /not public/)
  assert.equal(given.length, 3)
})

for (const scheme of ['http', 'https']) {
  test(`not a byte of ${scheme} goes to a peer that was not checked`, async () => {
    const { port, connections, close, bytes } = await openListener()
    say = () => ({ addresses: [FOUR, SIX] })
    const { opened, connect } = leadingTo(port)
    for (const host of ['moved.test', FOUR, `[${SIX}]`]) {
      const result = await post(`${scheme}://${host}/`, { connect })
      assert.ok('failure' in result)
      assert.match(result.failure, /an address that was not checked/)
    }
    assert.equal(connections(), 3)
    for (const socket of opened)
      assert.deepEqual([socket.destroyed, socket.bytesWritten], [true, 0])
    assert.equal(bytes().length, 0)
    close()
  })
}

test('names that hang hold up no delivery to another', async () => {
  say = ({ name }) => (name.startsWith('hanging') ? 'silence' : { addresses: ['127.0.0.1'] })
  const lookUp = createNameLookup({ servers: [names.address], timeoutMs: 2_000 })
  const allow = { ...allowing('loopback'), lookUp }
  const { port } = firstListener()
  let ended = 0
  const hanging = Array.from({ length: 64 }, async (_, index) => {
    const result = await post(`http://hanging-${index}.test:${port}/`, { allow })
    ended++
    return result
  })
  assert.ok('status' in (await post(`http://quick.test:${port}/`, { allow })))
  assert.equal(ended, 0)
  for (const result of await Promise.all(hanging)) {
    assert.ok('failure' in result)
    assert.match(result.failure, /^no name server answered for hanging-/)
  }
  assert.deepEqual(attempts.addresses, ['127.0.0.1'])
})

test('a delivery whose time is over during the look-up connects to nothing later', async () => {
  const spoken = Promise.withResolvers<Saying>()
  say = () => spoken.promise
  const allow = allowing('loopback')
  const url = `http://late.test:${firstListener().port}/`
  const result = await post(url, { allow, timeoutMs: 20 })
  assert.ok('failure' in result)
  assert.match(result.failure, /no answer within 20 ms/)
  // The same look-up, which is still under way.
  const answer = allow.lookUp?.('late.test')
  spoken.resolve({ addresses: ['127.0.0.1'] })
  assert.equal((await answer)?.length, 1)
  assert.ok('status' in (await post(`http://127.0.0.1:${firstListener().port}/`, { allow })))
  assert.deepEqual(attempts.addresses, ['127.0.0.1'])
})

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect of status ${status} to a blocked address is not followed`, async () => {
    const target = firstListener()
    const before = target.connections()
    say = () => ({ addresses: ['127.0.0.1'] })
    for (const host of ['127.0.0.1', '[::1]', 'localhost', 'inside.test']) {
      const location = `http://${host}:${target.port}/`
      const redirecting = await openListener(
        `HTTP/1.1 ${status} Elsewhere\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`,
      )
      const url = `http://outside.test:${redirecting.port}/`
      // The target is allowed, too: nothing but not following keeps it from being reached.
      const result = await post(url, { allow: allowing('loopback') })
      assert.ok('status' in result)
      assert.equal(result.status, status)
      redirecting.close()
    }
    assert.equal(target.connections(), before)
  })
}

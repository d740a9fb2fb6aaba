// Connections that are used again: only where the name still leads there, and never a dead one.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { createCertificate, trust } from '../../../../../test/fixtures/certificate.ts'
import { type Outbound, parseAllowList } from './address-guard.ts'
import { createIdleConnections } from './idle-connections.ts'
import { postGuarded } from './post.ts'

const NAME = 'store.example'
const servers: Server[] = []
after(() => {
  for (const server of servers) server.close().closeAllConnections()
})

async function listening(server: Server) {
  const connections: Socket[] = []
  server.on('connection', (socket) => connections.push(socket))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, connections }
}

const receiver = (listener: RequestListener) => listening(createServer(listener))
const answers: RequestListener = (_request, response) => response.end('{}')

function leadingTo(address: string): Outbound {
  const read = parseAllowList('loopback')
  assert.ok('allow' in read)
  return { ...read.allow, lookUp: async () => [{ address, family: 4 }] }
}

const post = (port: number, { allow = leadingTo('127.0.0.1'), scheme = 'http' } = {}) =>
  postGuarded({
    ...{ url: `${scheme}://${NAME}:${port}/`, headers: {}, body: '{"a":1}' },
    ...{ allow, keeps: true },
  })

/** The end of an answer is seen before its connection is free again. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('requests to one receiver share a connection', async () => {
  const { port, connections } = await receiver(answers)
  for (let times = 0; times < 3; times++) {
    const result = await post(port)
    assert.ok('status' in result, JSON.stringify(result))
    await turn()
  }
  assert.equal(connections.length, 1)
})

test('a receiver that refuses a second request on a connection gets none', async () => {
  const { port, connections } = await receiver((_request, response) =>
    response.setHeader('connection', 'close').end('{}'),
  )
  for (let times = 0; times < 2; times++) {
    assert.ok('status' in (await post(port)))
    await turn()
  }
  assert.equal(connections.length, 2)
})

test('one that was closed at the moment of its use is opened again', async () => {
  let requests = 0
  const { port, connections } = await receiver((request, response) => {
    requests++
    if (requests === 2) request.socket.destroy()
    else response.end('{}')
  })
  await post(port)
  await turn()
  const result = await post(port)
  assert.ok('status' in result, JSON.stringify(result))
  assert.equal(connections.length, 2)
  assert.equal(requests, 3)
})

test('a new connection that breaks is a failure, and is not tried again', async () => {
  const { port, connections } = await receiver((request) => request.socket.destroy())
  assert.ok('failure' in (await post(port)))
  assert.equal(connections.length, 1)
})

test('if the name leads elsewhere by now, or to a forbidden place, nothing is sent', async () => {
  let requests = 0
  const { port } = await receiver((_request, response) => {
    requests++
    response.end('{}')
  })
  await post(port)
  await turn()
  // Nobody listens there.
  assert.ok('failure' in (await post(port, { allow: leadingTo('127.0.0.2') })))
  const { lookUp } = leadingTo('127.0.0.1')
  const allow = { ranges: [], hosts: new Set<string>(), ...(lookUp && { lookUp }) }
  const refused = await post(port, { allow })
  assert.ok('failure' in refused)
  assert.match(refused.failure, /not public/)
  assert.equal(requests, 1)
})

test('over TLS, too, and another scheme is another receiver', async () => {
  const identity = createCertificate([NAME])
  trust(identity.cert)
  const { port, connections } = await listening(createSecureServer(identity, answers))
  for (let times = 0; times < 3; times++) {
    const result = await post(port, { scheme: 'https' })
    assert.ok('status' in result, JSON.stringify(result))
    await turn()
  }
  assert.equal(connections.length, 1)
  assert.ok('failure' in (await post(port)), 'no clear text over the one that is there')
})

async function pair(): Promise<{ ours: Socket; theirs: Socket }> {
  const { port, connections } = await receiver(answers)
  const ours = connect(port, '127.0.0.1')
  await once(ours, 'connect')
  while (connections.length === 0) await turn()
  return { ours, theirs: connections[0] as Socket }
}

const here = [{ address: '127.0.0.1' }]
const bounds = { idleMs: 60_000, ofOrigin: 2, whole: 3 }

test('one that sends unrequested data, is closed, or stays idle, is dropped', async () => {
  for (const [idleMs, end] of [
    [60_000, ({ theirs }) => theirs.write('HTTP/1.1 200 OK\r\n\r\n')],
    [60_000, ({ theirs }) => theirs.end()],
    [20, () => {}],
  ] as const satisfies [number, (ends: Awaited<ReturnType<typeof pair>>) => unknown][]) {
    const idle = createIdleConnections({ ...bounds, idleMs })
    const ends = await pair()
    const closed = once(ends.ours, 'close')
    idle.keep('http://a', { socket: ends.ours, peer: '127.0.0.1' })
    end(ends)
    // What is waited for does not keep the process alive by itself.
    ends.theirs.ref()
    await closed
    assert.equal(idle.take('http://a', here), undefined)
  }
})

test('a limited number is held per receiver and in all, the latest used first', async () => {
  const idle = createIdleConnections(bounds)
  const all = await Promise.all(Array.from({ length: 5 }, pair))
  const origins = ['a', 'a', 'a', 'b', 'b']
  for (const [index, { ours }] of all.entries())
    idle.keep(origins[index] ?? '', { socket: ours, peer: '127.0.0.1' })
  assert.deepEqual(
    all.map(({ ours }) => ours.destroyed),
    [false, false, true, false, true],
  )
  assert.equal(idle.take('a', [{ address: '127.0.0.2' }]), undefined)
  assert.equal(idle.take('a', here)?.socket, all[1]?.ours)
  assert.equal(idle.take('a', here)?.socket, all[0]?.ours)
  assert.equal(idle.take('a', here), undefined)
  for (const { ours } of all) ours.destroy()
})

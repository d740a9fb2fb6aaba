import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { type AllowList, type Outbound, parseAllowList } from './address-guard.ts'
import { type PostInput, postGuarded } from './post.ts'

function allowing(text: string): AllowList {
  const read = parseAllowList(text)
  if ('fault' in read) throw new Error(read.fault)
  return read.allow
}

const servers: Server[] = []
after(() => {
  for (const server of servers) server.close().closeAllConnections()
})

async function receiver(listener: RequestListener) {
  let connections = 0
  const server = createServer(listener)
  server.on('connection', () => {
    connections++
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, connections: () => connections }
}

const post = (url: string, more: Partial<PostInput> = {}) =>
  postGuarded({
    url,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    allow: allowing('loopback'),
    ...more,
  })

test('sends the body and the headers, and gives the answer back', async () => {
  const { port } = await receiver((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(201, { 'x-answer': 'yes' })
      const { 'x-asked': expected, 'accept-encoding': encoding } = request.headers
      response.end(`${request.method} ${expected} ${encoding} ${Buffer.concat(chunks)}`)
    })
  })
  const url = `http://127.0.0.1:${port}/path?query=1`
  const result = await post(url, { headers: { 'x-asked': 'yes' }, body: '{"é":1}' })
  assert.ok('status' in result)
  assert.equal(result.status, 201)
  assert.equal(result.headers['x-answer'], 'yes')
  assert.equal(result.body, 'POST yes identity {"é":1}')
})

test('every delivery has a separate connection', async () => {
  const { port, connections } = await receiver((_request, response) => response.end())
  await post(`http://127.0.0.1:${port}/`)
  await post(`http://127.0.0.1:${port}/`)
  assert.equal(connections(), 2)
})

test('a switch of protocols is an answer like any other', async () => {
  const { port } = await receiver((request) => {
    request.socket.end(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    )
  })
  const result = await post(`http://127.0.0.1:${port}/`)
  assert.ok('status' in result)
  assert.equal(result.status, 101)
})

test('an answer that is not HTTP, or ends too early, is a failure', async () => {
  for (const answer of ['hello\r\n\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{', '']) {
    const { port } = await receiver((request) => request.socket.end(answer))
    const result = await post(`http://127.0.0.1:${port}/`)
    assert.ok('failure' in result && result.failure !== '', answer)
  }
})

test('gives up on a receiver that does not answer in time', async () => {
  const { port } = await receiver(() => {})
  const result = await post(`http://127.0.0.1:${port}/`, { timeoutMs: 50 })
  assert.ok('failure' in result)
  assert.match(result.failure, /no answer within 50 ms/)
})

test('gives up on an answer that does not end in time', async () => {
  const { port } = await receiver((_request, response) => {
    response.writeHead(200)
    response.write('{"status"')
  })
  const result = await post(`http://127.0.0.1:${port}/`, { timeoutMs: 80 })
  assert.ok('failure' in result)
  assert.match(result.failure, /no answer within 80 ms/)
})

test('gives up on an answer that trickles in: the whole exchange has one deadline', async () => {
  const { port } = await receiver((_request, response) => {
    const trickle = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(trickle))
  })
  const result = await post(`http://127.0.0.1:${port}/`, { timeoutMs: 100 })
  assert.ok('failure' in result)
  assert.match(result.failure, /no answer within 100 ms/)
})

test('keeps no more of an answer than its limit, and hangs up', async () => {
  const hungUp = Promise.withResolvers<void>()
  const { port } = await receiver((_request, response) => {
    response.on('close', () => hungUp.resolve())
    response.write('a'.repeat(1_000_000))
  })
  const result = await post(`http://127.0.0.1:${port}/`, { maxBytes: 1_000 })
  assert.ok('status' in result)
  assert.equal(result.body.length, 1_000)
  await hungUp.promise
})

test('keeps 64 KiB of an answer by default', async () => {
  const { port } = await receiver((_request, response) => response.end('a'.repeat(1_000_000)))
  const result = await post(`http://127.0.0.1:${port}/`)
  assert.ok('status' in result)
  assert.equal(result.body.length, 65_536)
})

/** Every name has these addresses. */
const several = (...addresses: string[]): Outbound => ({
  ...allowing('loopback'),
  lookUp: async () => addresses.map((address) => ({ address, family: 4 })),
})

test('tries the next of several addresses when one refuses', async () => {
  const { port, connections } = await receiver((_request, response) => response.end('reached'))
  const allow = several('127.0.0.3', '127.0.0.2', '127.0.0.1')
  const result = await post(`http://store.example:${port}/`, { allow })
  assert.ok('status' in result, JSON.stringify(result))
  assert.equal(result.body, 'reached')
  assert.equal(connections(), 1)
})

test('when all addresses refuse, the failure names each', async () => {
  const { port } = await receiver(() => {})
  const allow = several('127.0.0.3', '127.0.0.2')
  const result = await post(`http://store.example:${port}/`, { allow })
  assert.ok('failure' in result)
  assert.match(result.failure, /127\.0\.0\.3.*, .*127\.0\.0\.2/)
})

test('a refused connection is a failure, not an exception', async () => {
  const { port } = await receiver(() => {})
  servers.at(-1)?.close()
  const result = await post(`http://127.0.0.1:${port}/`)
  assert.ok('failure' in result)
  assert.match(result.failure, /ECONNREFUSED/)
})

test('a name that does not exist is a failure', async () => {
  const result = await post('http://nothing.invalid/')
  assert.ok('failure' in result)
})

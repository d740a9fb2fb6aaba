import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { type AllowList, parseAllowList } from './address-guard.ts'
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
      response.end(`${request.method} ${request.headers['x-asked']} ${Buffer.concat(chunks)}`)
    })
  })
  const url = `http://127.0.0.1:${port}/path?query=1`
  const result = await post(url, { headers: { 'x-asked': 'yes' }, body: '{"é":1}' })
  assert.ok('status' in result)
  assert.equal(result.status, 201)
  assert.equal(result.headers['x-answer'], 'yes')
  assert.equal(result.body, 'POST yes {"é":1}')
})

test('never connects to a blocked address, however it is written', async () => {
  const { port, connections } = await receiver((_request, response) => response.end())
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0',
    '[::ffff:127.0.0.1]',
    'localhost',
  ]
  for (const host of hosts) {
    const result = await post(`http://${host}:${port}/`, { allow: allowing('') })
    assert.ok('failure' in result, host)
    assert.match(result.failure, /not allowed/, host)
  }
  assert.equal(connections(), 0)
})

test('follows no redirect', async () => {
  const target = await receiver((_request, response) => response.end('reached'))
  const location = `http://127.0.0.1:${target.port}/`
  const { port } = await receiver((_request, response) => {
    response.writeHead(307, { location }).end()
  })
  const result = await post(`http://127.0.0.1:${port}/`)
  assert.ok('status' in result && result.status === 307)
  assert.equal(target.connections(), 0)
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
})

test('keeps no more of an answer than it was told to', async () => {
  const { port } = await receiver((_request, response) => response.end('a'.repeat(1_000_000)))
  const result = await post(`http://127.0.0.1:${port}/`, { maxBytes: 1_000 })
  assert.ok('status' in result)
  assert.equal(result.body.length, 1_000)
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

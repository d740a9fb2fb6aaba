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
      const { 'x-asked': asked, 'accept-encoding': encoding } = request.headers
      response.end(`${request.method} ${asked} ${encoding} ${Buffer.concat(chunks)}`)
    })
  })
  const url = `http://127.0.0.1:${port}/path?query=1`
  const result = await post(url, { headers: { 'x-asked': 'yes' }, body: '{"é":1}' })
  assert.ok('status' in result)
  assert.equal(result.status, 201)
  assert.equal(result.headers['x-answer'], 'yes')
  assert.equal(result.body, 'POST yes identity {"é":1}')
})

const LOOPBACK_HOSTS = [
  ['127.0.0.1', '127.1', '127.0.1', '127.0.0.1.', '127.255.255.254', '0x7f.1', '0x7f000001'],
  ['0177.0.0.1', '017700000001', '2130706433', '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1'],
  ['%31%32%37.0.0.1', '0', '0x0', '0.0.0.0', 'localhost', 'LOCALHOST', 'localhost.'],
  ['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ['[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'],
].flat()
const OTHER_HOSTS = [
  ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.254', '192.168.0.1', '100.64.0.1'],
  ['169.254.169.254', '2852039166', '0xa9fea9fe', '169.254.170.2', '[::ffff:a9fe:a9fe]'],
  ['[fd00:ec2::254]', '[fc00::1]', '[fe80::1]', '[fec0::1]', '[2001:0:7f00:1::]', '[100::1]'],
  ['224.0.0.1', '239.255.255.250', '255.255.255.255', '240.0.0.1', '[ff02::1]', '[4000::1]'],
  ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '192.0.0.1', '[2001:db8::1]'],
].flat()

/** URLs that must reach nobody; `port` is where somebody on this machine listens. */
function blockedUrls(port: number): string[] {
  const here = `127.0.0.1:${port}`
  return [
    ...[...LOOPBACK_HOSTS, ...OTHER_HOSTS].map((host) => `http://${host}:${port}/`),
    `https://${here}/`,
    ...[`http://good@${here}/`, `http://example.com@${here}/`, `http://a:b@${here}/`],
    ...[`http://${here}\\@example.com/`, `http://${here}#@example.com/`, `http:\\\\${here}\\`],
    ...[` http://${here}/`, `ht\ntp://${here}/`, `http://127.0\t.0.1:${port}/`, `http:${here}`],
    ...[`http:///${here}/`, `//${here}/`, here, '', 'http://127.0.0.1:22/', 'http://127.0.0.1:25/'],
    ...[`ftp://${here}/`, `gopher://${here}/`, `ws://${here}/`, `blob:http://${here}/`],
    ...['file:///etc/passwd', 'data:text/plain,a', 'unix:/var/run/docker.sock', 'javascript:1'],
  ]
}

test('never connects to a blocked address, however it is written', async () => {
  const { port, connections } = await receiver((_request, response) => response.end())
  const urls = blockedUrls(port)
  assert.ok(urls.length >= 60)
  for (const url of urls) {
    const result = await post(url, { allow: allowing('') })
    assert.ok('failure' in result, url)
    // A machine may know no name `localhost.`: then there is nothing to connect to either.
    const reason = /not allowed|not an http or https URL|holds credentials|ENOTFOUND|EAI_AGAIN/
    assert.match(result.failure, reason, url)
  }
  assert.equal(connections(), 0)
})

for (const status of [301, 302, 303, 307, 308]) {
  test(`follows no redirect of status ${status}`, async () => {
    const target = await receiver((_request, response) => response.end('reached'))
    const location = `http://127.0.0.1:${target.port}/`
    const { port } = await receiver((_request, response) => {
      response.writeHead(status, { location }).end()
    })
    const result = await post(`http://127.0.0.1:${port}/`)
    assert.ok('status' in result && result.status === status)
    assert.equal(target.connections(), 0)
  })
}

test('every delivery has a connection of its own', async () => {
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

test('keeps no more of an answer than it was told to, and hangs up', async () => {
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

test('keeps 64 KiB of an answer if it is told nothing', async () => {
  const { port } = await receiver((_request, response) => response.end('a'.repeat(1_000_000)))
  const result = await post(`http://127.0.0.1:${port}/`)
  assert.ok('status' in result)
  assert.equal(result.body.length, 65_536)
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

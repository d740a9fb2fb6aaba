// Over TLS: the name that was resolved is the name that the certificate must have.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, connect as connectSocket } from 'node:net'
import { after, before, test } from 'node:test'
import { createCertificate, trust } from '../../../../../test/fixtures/certificate.ts'
import { openListener } from '../../../../../test/fixtures/connections.ts'
import { type Outbound, parseAllowList } from './address-guard.ts'
import { postGuarded } from './post.ts'

const NAME = 'store.example'
const trusted = createCertificate([NAME])
const unknown = createCertificate([NAME])
/** What each handshake named, false for nothing, and what each request said of its host. */
const named: { servername: string | false; host: string | undefined }[] = []
const servers: Server[] = []
let port: number

before(async () => {
  trust(trusted.cert)
  port = await serve(trusted)
})
after(() => {
  for (const server of servers) server.close().closeAllConnections()
})

async function serve(identity: typeof trusted): Promise<number> {
  const server = createServer(identity, (request, response) => {
    const { servername = false } = request.socket as { servername?: string | false }
    named.push({ servername, host: request.headers.host })
    response.end('{"status":"ok"}')
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Every name is on this machine. */
function outbound(): Outbound {
  const read = parseAllowList('loopback')
  assert.ok('allow' in read)
  return { ...read.allow, lookUp: async () => [{ address: '127.0.0.1', family: 4 }] }
}

const post = (url: string) => postGuarded({ url, headers: {}, body: '{}', allow: outbound() })

test('handshake and request name the host of the URL', async () => {
  for (const host of [NAME, 'STORE.example', `${NAME}.`]) {
    const result = await post(`https://${host}:${port}/notify`)
    assert.ok('status' in result, JSON.stringify(result))
    assert.equal(result.body, '{"status":"ok"}')
    const last = named.at(-1)
    assert.equal(last?.servername, NAME)
    assert.equal(last?.host?.replace('.:', ':'), `${NAME}:${port}`)
  }
})

test('a host without a port is named without one', async () => {
  const connect = () => connectSocket({ host: '127.0.0.1', port })
  const input = { url: `https://${NAME}/`, headers: {}, body: '{}', allow: outbound() }
  const result = await postGuarded({ ...input, connect })
  assert.ok('status' in result, JSON.stringify(result))
  assert.equal(named.at(-1)?.host, NAME)
})

for (const [what, host, reason] of [
  ['another name', 'other.example', /altnames/],
  ['no address', '127.0.0.1', /IP|altnames/],
] as const) {
  test(`a certificate for ${NAME} is ${what}: nothing is sent to ${host}`, async () => {
    const count = named.length
    const result = await post(`https://${host}:${port}/`)
    assert.ok('failure' in result)
    assert.match(result.failure, reason)
    assert.equal(named.length, count)
  })
}

test('an untrusted certificate ends the delivery', async () => {
  const count = named.length
  const result = await post(`https://${NAME}:${await serve(unknown)}/`)
  assert.ok('failure' in result)
  assert.match(result.failure, /self-signed|certificate/)
  assert.equal(named.length, count)
})

test('a receiver without TLS gets no request', async () => {
  const plain = await openListener()
  const result = await post(`https://${NAME}:${plain.port}/`)
  assert.ok('failure' in result && result.failure !== '')
  assert.ok(plain.bytes().includes(NAME))
  assert.ok(!plain.bytes().includes('POST'))
  plain.close()
})

test('an address is no server name', async () => {
  const plain = await openListener()
  await post(`https://127.0.0.1:${plain.port}/`)
  assert.ok(plain.bytes().length > 0)
  assert.ok(!plain.bytes().includes('127.0.0.1'))
  plain.close()
})

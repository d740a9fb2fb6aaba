import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, request } from 'node:http'
import { after, test } from 'node:test'
import { portOf } from '../../packages/server/src/platform/network/port-of.ts'
import { until } from '../../test/shop.ts'
import { openBalancer } from './balancer.ts'

const balancer = await openBalancer()
after(() => balancer.close())

type Process = { isReady: boolean; requests: number; readonly url: string }

async function startProcess(answer: RequestListener): Promise<Process> {
  const server = createServer((incoming, response) => {
    if (incoming.url === '/readyz') return void response.writeHead(own.isReady ? 200 : 503).end()
    own.requests++
    answer(incoming, response)
  }).listen(0, '127.0.0.1')
  after(() => server.close().closeAllConnections())
  await once(server, 'listening')
  const own = { isReady: true, requests: 0, url: `http://127.0.0.1:${portOf(server)}` }
  return own
}

const send = (path = '/') => fetch(balancer.url + path, { method: 'POST', body: 'x' })

test('requests go to a ready process, and each is sent once', async () => {
  const none = await send()
  assert.deepEqual([none.status, none.headers.get('retry-after')], [503, '1'])
  assert.deepEqual(balancer.failed(), { broken: 0, unavailable: 0, unserved: 1 })

  const echo: RequestListener = (incoming, response) => void incoming.pipe(response)
  const [one, two] = [await startProcess(echo), await startProcess(echo)]
  for (const [place, { url }] of [one, two].entries()) {
    balancer.point(place, url)
    await balancer.ready(place)
  }
  for (let count = 0; count < 4; count++) assert.equal(await (await send()).text(), 'x')
  assert.deepEqual([one.requests, two.requests], [2, 2])

  one.isReady = false
  for (let before = -1; before < one.requests; ) {
    before = one.requests
    for (let count = 0; count < 20; count++) await send()
  }
  const left = one.requests
  for (let count = 0; count < 4; count++) await send()
  assert.equal(one.requests, left)
  assert.deepEqual(balancer.failed(), { broken: 0, unavailable: 0, unserved: 1 })

  const broken = await startProcess((_, response) => void response.destroy())
  balancer.point(1, broken.url)
  await balancer.ready(1)
  await assert.rejects(send())
  assert.equal(broken.requests, 1)
  const refusing = await startProcess((_, response) => void response.writeHead(503).end())
  balancer.point(1, refusing.url)
  await balancer.ready(1)
  assert.equal((await send()).status, 503)
  assert.deepEqual(balancer.failed(), { broken: 1, unavailable: 1, unserved: 1 })
})

test('a process that is slow to say whether it is ready still gets requests', async () => {
  let questions = 0
  const slow = createServer((incoming, response) => {
    if (incoming.url !== '/readyz') return void response.end('x')
    questions++
    if (questions === 1) response.end()
  }).listen(0, '127.0.0.1')
  after(() => slow.close().closeAllConnections())
  await once(slow, 'listening')
  for (const place of [0, 1]) balancer.point(place, `http://127.0.0.1:${portOf(slow)}`)
  await Promise.race([balancer.ready(0), balancer.ready(1)])
  const { unserved } = balancer.failed()
  let hungUp = 0
  slow.on('connection', (socket) => socket.on('close', () => hungUp++))
  await until(() => hungUp > 9, 'the questions that were given up')
  assert.equal((await send()).status, 200)
  assert.equal(balancer.failed().unserved, unserved)
})

test('a client that hangs up is no failure', async () => {
  const before = balancer.failed()
  const gone = Promise.withResolvers<void>()
  const here = Promise.withResolvers<void>()
  const silent = await startProcess((incoming) => {
    here.resolve()
    incoming.once('close', gone.resolve)
  })
  balancer.point(1, silent.url)
  await balancer.ready(1)
  const sent = request(balancer.url, { method: 'POST' }).on('error', () => {})
  sent.end('x')
  await here.promise
  sent.destroy()
  await gone.promise
  assert.deepEqual(balancer.failed(), before)
})

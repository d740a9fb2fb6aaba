// The stream of a page is cut again and again, before something happens and after it: the page
// shows all of it, and hears of each thing once.
import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { freePort } from '../../tools/postgres.ts'
import { createRandom } from '../../tools/simulate/random.ts'
import { seedOf } from '../fixtures/seed.ts'
import { did } from '../lending.ts'
import {
  clientOf,
  confirmedOrder,
  type Json,
  type RunningServer,
  startServer,
} from '../running-server.ts'
import { until } from '../shop.ts'
import { visitors } from './browser.ts'
import { openedAs, settled } from './desk-visit.ts'

const CUTS = 20
/** Of the page's time: it passes faster while somebody waits. */
const STEP_MS = 250
const chance = createRandom(seedOf('desk-cut'))
const { visit } = visitors()
let server: RunningServer
/** Connections on which a page listens. */
const streams = new Set<Socket>()
const proxy = createServer()

before(async () => {
  const port = await freePort()
  proxy.on('connection', (socket) => {
    const service = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => {
      if (chunk.includes('GET /lender/events/stream')) streams.add(socket)
    })
    socket.on('close', () => {
      streams.delete(socket)
      service.destroy()
    })
    service.on('close', () => socket.destroy())
    for (const end of [socket, service]) end.on('error', () => {})
    socket.pipe(service).pipe(socket)
  })
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  server = await startServer({ BASE_URL: origin, PORT: String(port) })
})
after(async () => {
  await server.remove()
  proxy.close()
})

function cut(): void {
  for (const socket of streams) socket.destroy()
  streams.clear()
}

const euros = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' })

test(`over ${CUTS} cuts of the stream nothing is lost, and nothing is heard twice`, async () => {
  const store = clientOf(server)
  const { id } = await confirmedOrder(store, 90_000)
  const { page, faults } = await openedAs(server, visit, 'auditor')
  const heard: string[] = []
  await page.exposeFunction('noteHeard', (ids: string[]) => {
    if (ids.includes(id)) heard.push(ids.at(-1) ?? '')
  })
  await page.addInitScript(() => {
    const tabs = new BroadcastChannel('desk-live')
    tabs.addEventListener('message', ({ data }) =>
      Reflect.get(globalThis, 'noteHeard')(data.happening.ids),
    )
  })
  await page.clock.install()
  await page.goto(`${server.demo.base_url}/desk/orders/${id}?mode=sandbox`)
  await settled(page)
  let total = 0
  const capture = async () => {
    const amount = chance.between(100, 4_000)
    total += amount
    await did(store, `${id}/captures`, { amount })
  }
  const isListening = async () => {
    if (streams.size === 0) await page.clock.runFor(STEP_MS)
    return streams.size > 0
  }
  const shown = async () => {
    const sum = euros.format(total / 100)
    const captured = page.locator('.strip').getByText(sum).first()
    await until(async () => {
      await page.clock.runFor(STEP_MS)
      return captured.isVisible()
    }, `${sum} on the page`)
  }
  await until(isListening, 'the stream')
  await capture()
  await shown()
  for (let turn = 0; turn < CUTS; turn++) {
    await until(isListening, 'the stream again')
    if (chance.chance(0.5)) {
      cut()
      await capture()
    } else {
      await capture()
      cut()
    }
    await shown()
  }
  const lender = clientOf(server, { key: server.demo.lender_key })
  const { status, body, text } = await lender('GET', '/lender/events?type=order.captured&limit=100')
  assert.equal(status, 200, text)
  const happened = body.results.filter((each: Json) => each.order_id === id)
  assert.equal(happened.length, CUTS + 1)
  for (const event of happened) {
    const times = heard.filter((each) => each === event.id).length
    assert.equal(times, 1, `${event.type} was heard ${times} times`)
  }
  assert.deepEqual(faults, [])
})

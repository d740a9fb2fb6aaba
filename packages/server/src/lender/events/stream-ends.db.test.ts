// Who reads the stream is let in for as long as anywhere else: it keeps no session, and no key.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import { colleague } from '../../../../../test/fixtures/colleagues.ts'
import { lenderKey } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { until } from '../../../../../test/shop.ts'
import { createApp } from '../../composition/app.ts'
import type { HttpServer } from '../../composition/gate/server.ts'
import { placeActions } from '../../tenancy/actions/place-actions.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
let place: TestDatabase
let desks: TestDesk
let shop: Scenario
let app: HttpServer
let port: number
let now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }

before(async () => {
  place = await openTestDatabase()
  desks = testDesk(place.database, clock)
  shop = await createScenario(place.database, { clock })
  app = createApp(desks.service)
  port = await app.listen({ host: '127.0.0.1', port: 0 })
})
after(async () => {
  await app.close(0)
  await place.stop()
})

/** The stream from now on; `text` grows while it goes on. */
async function listen(headers: Readonly<Record<string, string>>) {
  const accept = 'application/vnd.svc.sandbox.v1+json'
  const sent = { ...headers, accept }
  const request = get({ host: '127.0.0.1', port, path: '/lender/events/stream', headers: sent })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  const stream = { text: '', ended: false }
  response.setEncoding('utf8').on('data', (text) => {
    stream.text += text
  })
  response.once('end', () => {
    stream.ended = true
  })
  await until(async () => stream.text !== '', 'its beginning')
  return stream
}

/** Something happens, and is read: the stream has looked since. */
async function goesOn(stream: Awaited<ReturnType<typeof listen>>): Promise<void> {
  const { id } = await shop.checkout(1_000)
  await placeActions({ database: place.database, clock: asReal(clock) }, 'sandbox')
  await until(async () => stream.text.includes(id), 'what happened')
}

test('a session ends idle while its stream is open, and the stream with it', async () => {
  const { desk } = await colleague(desks, 'auditor')
  const stream = await listen({ cookie: desk.cookie() ?? '' })
  for (let times = 0; times < 2; times++) {
    now += 14 * MINUTE_MS
    await goesOn(stream)
  }
  now += 2 * MINUTE_MS
  await until(async () => stream.ended, 'the end of the stream')
  assert.equal((await desk.send('GET', '/lender/me')).body.error.code, 'session_ended')
})

test('a key that expires ends its stream', async () => {
  const { text } = await lenderKey(place.database, { clock })
  const stream = await listen({ authorization: `Bearer ${text}` })
  now += 30 * DAY_MS - 1
  await goesOn(stream)
  now += 1
  await until(async () => stream.ended, 'the end of the stream')
})

test('a disabled person receives no further events', async () => {
  const admin = await colleague(desks, 'admin')
  const { id, desk } = await colleague(desks, 'auditor')
  const stream = await listen({ cookie: desk.cookie() ?? '' })
  const { status } = await admin.send('POST', `/lender/staff/${id}/disable`)
  assert.equal(status, 200)
  await until(async () => stream.ended, 'the end of the stream')
})

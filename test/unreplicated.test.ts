// Commits that a synchronous standby never confirmed: nobody is told that they are done.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type FaultyPostgres, queryServer, startFaultyPostgres } from './postgres-faults.ts'
import {
  auditOf,
  type Client,
  type Confirmed,
  clientOf,
  confirmedOrder,
  type RunningServer,
  startServer,
} from './running-server.ts'

const SKIP = 'there is no PostgreSQL server here'
const TWO_MINUTES = { timeout: 120_000 }
const TOTAL = 100_000
const WAIT_MS_MAX = 30_000
const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE wait_event = 'SyncRep' AND backend_type = 'client backend'`

let faulty: FaultyPostgres | undefined
let server: RunningServer
let client: Client
const orders: Confirmed[] = []

before(async () => {
  faulty = await startFaultyPostgres()
  if (faulty === undefined) return
  server = await startServer({}, Promise.resolve(faulty.place))
  client = clientOf(server)
  for (let count = 0; count < 8; count++) orders.push(await confirmedOrder(client, TOTAL))
})
after(() => (faulty === undefined ? undefined : server.remove()))

async function waitForStandby(url: string, name: string): Promise<void> {
  await queryServer(url, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
  await queryServer(url, 'SELECT pg_reload_conf()')
}

for (const [what, ends, count] of [
  ['cancelled', 'pg_cancel_backend', 1],
  ['ended', 'pg_terminate_backend', 1],
  ['cancelled, of several at once,', 'pg_cancel_backend', 8],
  ['that takes too long', undefined, 8],
] as const) {
  test(
    `a wait for the standby ${what} leaves a capture uncertain`,
    TWO_MINUTES,
    async (context) => {
      if (faulty === undefined) return context.skip(SKIP)
      const { url } = faulty.server
      const captures = orders.slice(0, count).map(({ id }) => ({ id, key: randomUUID() }))
      const capture = ({ id, key }: { id: string; key: string }) =>
        client('POST', `/orders/${id}/captures`, { amount: 100 }, { 'idempotency-key': key })
      const capturedOf = async (id: string) =>
        (await client('GET', `/orders/${id}`)).body.captured_amount
      const before = await Promise.all(captures.map(({ id }) => capturedOf(id)))
      await waitForStandby(url, 'nobody')
      // Every session has read its settings anew by then.
      await pause(500)
      let isAnswered = false
      const answers = Promise.all(captures.map(capture)).finally(() => {
        isAnswered = true
      })
      const limit = Date.now() + WAIT_MS_MAX
      while (!isAnswered) {
        assert.ok(Date.now() < limit, 'no answer')
        if (ends !== undefined)
          await queryServer(url, `SELECT ${ends}(pid) FROM (${WAITING}) AS waiting`)
        await pause(100)
      }
      for (const { status, text } of await answers) assert.equal(status, 503, text)

      await waitForStandby(url, '')
      const again = async (each: { id: string; key: string }) => {
        while (Date.now() < limit + WAIT_MS_MAX) {
          const reply = await capture(each)
          if (reply.status < 300) return reply
          assert.ok([409, 429, 503].includes(reply.status), reply.text)
          await pause(200)
        }
        throw new Error('it did not work again')
      }
      await Promise.all(captures.map(again))
      for (const [index, { id }] of captures.entries()) {
        assert.equal((await capturedOf(id)) - before[index], 100, 'once, whatever became of it')
      }
    },
  )
}

test('and the books are in order', TWO_MINUTES, async (context) => {
  if (faulty === undefined) return context.skip(SKIP)
  assert.deepEqual((await auditOf(server)).findings, [])
})

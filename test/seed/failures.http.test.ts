// The rows about what fails on the side of the service, on the service as it runs.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { testPlace } from '../fixtures/test-database.ts'
import {
  clientOf,
  confirmedOrder,
  type Reply,
  type RunningServer,
  runProgram,
  startServer,
} from '../running-server.ts'
import { inBothFormats, proofs } from './proof.ts'

const prove = proofs()

/** Keeps the order's row locked, as another process of the service would. */
async function holding(url: string, id: string, work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  try {
    await holder.query('BEGIN')
    const { rowCount } = await holder.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [id])
    assert.equal(rowCount, 1)
    await work()
  } finally {
    await holder.end()
  }
}

prove('Error codes', '429', async (proof) => {
  const { server, client, confirmed } = proof
  const { id } = await confirmed(40_000)
  const path = `/orders/${id}/captures`
  const check = (reply: Reply | undefined, code: string) => {
    assert.deepEqual([reply?.status, reply?.body.error.code], [429, code], reply?.text)
    assert.equal(reply?.body.error.type, 'TooManyRequestsException')
    assert.equal(reply?.headers.get('retry-after'), '1')
  }
  const { databaseUrl } = server.place
  // Of the embedded database nobody else can hold a row.
  if (databaseUrl !== undefined) {
    await holding(databaseUrl, id, async () => {
      check(await client('POST', path, { amount: 1 }), 'order_busy')
      assert.equal((await client('GET', path)).status, 200, 'reading waits for nobody')
    })
    assert.deepEqual((await client('GET', path)).body.results, [], 'nothing was captured')
    assert.equal((await client('POST', path, { amount: 1 })).status, 200, 'later it succeeds')
  }
  const limited = await startServer({ RATE_LIMIT: '1', RATE_BURST: '1' })
  try {
    await clientOf(limited)('GET', '/orders')
    check(await inBothFormats(limited)('GET', '/orders'), 'rate_limited')
  } finally {
    await limited.remove()
  }
})

/** Takes away, behind the back of the service, what every order has. */
async function damage(server: RunningServer, id: string): Promise<void> {
  const { databaseUrl, folder } = server.place
  assert.equal(await server.stop(), 0)
  const database = await openDatabase({
    databaseUrl,
    folder: join(folder, 'database'),
    fraction: Math.random,
    print: () => {},
  })
  try {
    await database.query('DELETE FROM order_details WHERE order_id = $1', [id])
  } finally {
    await database.close()
  }
  await server.restart()
}

const LOGGED_MS_MAX = 15_000

/** The line of the log about a request, which may arrive after the answer. */
async function loggedOf(server: RunningServer, requestId: string): Promise<string> {
  const limit = Date.now() + LOGGED_MS_MAX
  for (;;) {
    const lines = server.log().split('\n').slice(0, -1)
    const line = lines.find((each) => each.includes(requestId))
    if (line !== undefined) return line
    if (Date.now() > limit) throw new Error(`nothing about ${requestId}: ${lines.join('\n')}`)
    await pause(20)
  }
}

prove('Error codes', '500', async () => {
  const own = await startServer()
  try {
    const { id } = await confirmedOrder(clientOf(own), 40_000)
    await damage(own, id)
    const client = inBothFormats(own)
    const edit = { order: { shipping: { city: 'Lugo' } } }
    const { status, body, text, headers } = await client('PATCH', `/orders/${id}`, edit)
    assert.deepEqual([status, body.error.type], [500, 'ServerException'], text)
    assert.doesNotMatch(text, /details|assertion|order_|stack/i)
    assert.equal(headers.get('retry-after'), null, 'nobody knows whether later is better')
    const cause = await loggedOf(own, body.error.request_id)
    assert.ok(cause.includes(`order ${id} has no details`), cause)
    assert.equal((await clientOf(own)('GET', '/me')).status, 200, 'the process lives')
  } finally {
    await own.remove()
  }
})

/** Of a process whose database is not there: its address is known before that. */
async function withoutDatabase(use: (base: string) => Promise<void>): Promise<void> {
  const place = await testPlace()
  const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const child = runProgram('main.ts', { place, environment: away })
  try {
    let log = ''
    child.stdout?.resume()
    child.stderr?.on('data', (chunk) => {
      log += chunk
    })
    const limit = Date.now() + 60_000
    for (;;) {
      const base = /starting on (\S+)/.exec(log)?.[1]
      if (base !== undefined) return await use(base)
      if (child.exitCode !== null || Date.now() > limit) throw new Error(`no port: ${log}`)
      await pause(20)
    }
  } finally {
    child.kill('SIGKILL')
    await place.remove()
  }
}

prove('Error codes', '503', async ({ server }) => {
  await withoutDatabase(async (base) => {
    const demo = { base_url: base.replace(/\/$/, ''), private_key: server.demo.private_key }
    for (const path of ['/orders', '/me/campaigns']) {
      const { status, body, headers, text } = await inBothFormats({ demo })('GET', path)
      assert.deepEqual([status, body.error.type], [503, 'ServiceUnavailableException'], text)
      assert.equal(headers.get('retry-after'), '1')
    }
  })
})

// Several processes on one PostgreSQL server: who does the work, and a limit that they share.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { testPlace } from '../fixtures/test-database.ts'
import {
  checkoutBody,
  clientOf,
  type Environment,
  ended,
  newMid,
  type RunningServer,
  reaches,
  runProgram,
  startServer,
} from '../running-server.ts'
import { type SecondServer, startSecond } from '../second-server.ts'

const SECRET_KEY = 'a secret key for tests only'
const WAIT_MS_MAX = 60_000
const PER_SECOND = 40
const SECONDS = 5

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + WAIT_MS_MAX
  while (!(await isSo())) {
    if (Date.now() > limit) throw new Error(`waited for ${what}`)
    await pause(50)
  }
}

type Worker = { readonly base: string; end(): Promise<void> }

/** A process that only works: it has no demo to say that it is ready. */
async function startWorker({ place }: RunningServer, more: Environment): Promise<Worker> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-worker-'))
  const environment = { SECRET_KEY, ROLE: 'worker', ...more }
  const child: ChildProcess = runProgram('main.ts', { place: { ...place, folder }, environment })
  let log = ''
  child.stderr?.on('data', (chunk) => {
    log += chunk
  })
  child.stdout?.resume()
  const end = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await until('the worker', async () => /listening on (\S+)/.test(log))
    return { base: /listening on (\S+)/.exec(log)?.[1] ?? '', end }
  } catch (error) {
    await end()
    throw new Error(log, { cause: error })
  }
}

if (process.env.TEST_DATABASE === 'postgres') {
  test('one process answers, another works, and the first reports when none does', async () => {
    const server = await startServer({ SECRET_KEY, ROLE: 'api' })
    let worker: Worker | undefined
    try {
      const client = clientOf(server)
      const ready = async () => (await client('GET', '/readyz')).body
      assert.deepEqual((await ready()).lanes, {})
      const { body: created } = await client('POST', '/checkout', checkoutBody(newMid(), 20_000))
      const signed = await client('POST', `/sandbox/checkouts/${created.id}/complete`, {})
      assert.equal(signed.status, 200)
      await until('nobody', async () => (await ready()).workers === 'none')
      assert.equal((await ready()).status, 'degraded')
      const { body: waiting } = await client('GET', `/checkout/${created.id}/status`)
      assert.notEqual(waiting.status_reason, '')

      worker = await startWorker(server, {})
      await until('the worker', async () => (await ready()).workers === 'ok')
      assert.equal((await ready()).status, 'ok')
      await reaches(client, created.id, '')

      const its = await fetch(`${worker.base}/readyz`)
      const parts = (await its.json()) as { lanes: object }
      assert.equal(its.status, 200)
      assert.ok(Object.keys(parts.lanes).length > 5)
      for (const path of ['/orders', '/checkout/button', '/docs', '/svc.js']) {
        assert.equal((await fetch(worker.base + path)).status, 404, path)
      }
    } finally {
      await worker?.end()
      await server.remove()
    }
  })

  test('two processes let a store through as often as one would', async () => {
    const environment = { SECRET_KEY, RATE_LIMIT: `${PER_SECOND}`, RATE_BURST: `${PER_SECOND}` }
    const server = await startServer(environment)
    let second: SecondServer | undefined
    try {
      second = await startSecond(server, environment)
      const clients = [clientOf(server), clientOf({ demo: second.demo })]
      // Until each has heard of the other, which it does within two seconds of its start.
      await pause(2_500)
      const began = performance.now()
      let allowed = 0
      await Promise.all(
        clients.map(async (client) => {
          while (performance.now() - began < SECONDS * 1_000) {
            if ((await client('GET', '/orders/none')).status !== 429) allowed++
          }
        }),
      )
      const most = PER_SECOND + (PER_SECOND * (performance.now() - began)) / 1_000
      // Two that know nothing of each other would let twice as many through.
      assert.ok(allowed <= 1.25 * most, `${allowed} of ${most}`)
      assert.ok(allowed >= 0.5 * most, `${allowed} of ${most}`)
    } finally {
      await second?.remove()
      await server.remove()
    }
  })
} else {
  test('the embedded database has one process, which does everything', async () => {
    const place = await testPlace()
    try {
      const child = runProgram('main.ts', { place, environment: { ROLE: 'api' } })
      const { code, stderr } = await ended(child)
      assert.equal(code, 78)
      assert.match(stderr, /ROLE must be all without DATABASE_URL/)
    } finally {
      await place.remove()
    }
  })
}

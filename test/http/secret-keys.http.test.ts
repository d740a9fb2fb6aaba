// The ring of keys as an operator turns it, on the command line: start, rekey, drop the old key.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type TestPlace, testPlace } from '../fixtures/test-database.ts'
import {
  checkoutBody,
  clientOf,
  type Environment,
  ended,
  newMid,
  runProgram,
} from '../running-server.ts'

const FIVE_MINUTES = { timeout: 300_000 }
const DEMO = 'false'
const SECRET_KEY = 'a secret key for tests only'
const line = (kid: string) => `${kid} ${randomBytes(32).toString('base64')}\n`

async function withPlace(work: (place: TestPlace) => Promise<void>): Promise<void> {
  const place = await testPlace()
  await work(place).finally(() => place.remove())
}

type Started = { readonly url: string; readonly stop: () => Promise<void> }

/** The service outside of the demo. */
async function start(place: TestPlace, environment: Environment): Promise<Started> {
  const child = runProgram('main.ts', { place, environment })
  let log = ''
  child.stderr?.on('data', (chunk) => {
    log += chunk
  })
  const limit = Date.now() + 120_000
  for (;;) {
    const url = /listening on (\S+)/.exec(log)?.[1]
    if (url !== undefined) {
      const stop = async () => {
        child.kill('SIGTERM')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      return { url, stop }
    }
    assert.ok(Date.now() < limit && child.exitCode === null, `it did not start: ${log}`)
    await pause(25)
  }
}

test('a ring is turned without losing a secret or a token', FIVE_MINUTES, async () => {
  await withPlace(async (place) => {
    const svc = (environment: Environment, ...args: string[]) =>
      ended(runProgram('cli.ts', { place, args, environment: { DEMO, ...environment } }))
    const create = ['stores', 'create', '--name', 'Bicycles'] as const
    const created = await svc({ SECRET_KEY }, ...create)
    assert.equal(created.code, 0, created.stderr)
    const keys = JSON.parse(created.stdout)
    const file = join(place.folder, 'keys')
    const [first, second] = [line('2026-a'), line('2026-b')]
    writeFileSync(file, first, { mode: 0o600 })
    const ring = { DEMO, SECRET_KEYS_FILE: file }

    const early = await ended(runProgram('main.ts', { place, environment: ring }))
    assert.equal(early.code, 78)
    assert.match(early.stderr, /^SECRET_KEY is missing .*stores.notification_secret: 1/m)
    assert.ok(!early.stderr.includes(first.slice(10).trim()), 'no key is shown')
    assert.ok(!existsSync(join(place.folder, 'secret-key')))

    const both = { ...ring, SECRET_KEY }
    const service = await start(place, both)
    const client = clientOf({ demo: { ...keys, base_url: service.url } })
    const merchant = { notification_url: 'https://shop.example/notify' }
    const basket = checkoutBody(newMid(), 40_000, { merchant })
    const idempotency = { 'idempotency-key': 'turn' }
    const checkout = await client('POST', '/checkout', basket, idempotency)
    assert.equal(checkout.status, 201, checkout.text)
    assert.match(checkout.body.checkout_url, /#2026-a\.[A-Za-z0-9_-]{43}$/)
    // While it runs: through the owner of the folder, or beside it on a server.
    const rekeyed = await svc(both, 'rekey')
    assert.equal(rekeyed.code, 0, rekeyed.stderr)
    assert.deepEqual(JSON.parse(rekeyed.stdout), { resealed: 1, unreadable: [] })
    assert.match(rekeyed.stderr, /\[#{30}\] 1 of 1/)
    await service.stop()

    writeFileSync(file, `${second}${first}`)
    const turned = await start(place, ring)
    const later = clientOf({ demo: { ...keys, base_url: turned.url } })
    const replayed = await later('POST', '/checkout', basket, idempotency)
    assert.deepEqual(replayed.body, checkout.body)
    const [, token = ''] = checkout.body.checkout_url.split('#')
    const buyer = clientOf({ demo: { ...keys, base_url: turned.url } }, { key: token })
    assert.equal((await buyer('GET', `/checkout/${checkout.body.id}/offers`)).status, 200)
    await turned.stop()
    const again = await svc(ring, 'rekey')
    assert.deepEqual(JSON.parse(again.stdout).unreadable, [], again.stderr)

    writeFileSync(file, line('2026-b'))
    const wrong = await svc(ring, ...create)
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /key 2026-b of SECRET_KEYS is not the one that encrypted/)
    writeFileSync(file, second)
    const alone = await svc(ring, ...create)
    assert.equal(alone.code, 0, alone.stderr)
    assert.ok(readFileSync(file, 'utf8').startsWith('2026-b '))
  })
})

// What `npm run build` makes: run by nobody, on disks that nobody can write to.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type TestPlace, testPlace } from '../fixtures/test-database.ts'
import { clientOf, confirmedOrder, ended } from '../running-server.ts'
import { buildShipped, type ShippedService } from '../shipped-service.ts'
import { ok, openShop, until } from '../shop.ts'

const TWO_MINUTES = { timeout: 120_000 }
const SECRET_KEY = 'a secret key for tests only'

let shipped: ShippedService
let place: TestPlace

before(async () => {
  place = await testPlace()
  shipped = await buildShipped()
}, TWO_MINUTES)
after(async () => {
  shipped?.remove()
  await place?.remove()
})

function run(...args: string[]): ChildProcess {
  const { databaseUrl } = place
  const own = databaseUrl === undefined ? { DATA_DIR: place.folder } : { DATABASE_URL: databaseUrl }
  return shipped.run(args, {
    environment: {
      ...own,
      ...{ SECRET_KEY, DEMO: 'no', PORT: '0', DRAIN_SECONDS: '0' },
      ...{ DATABASE_UNSAFE: 'yes', WEBHOOK_ALLOW: 'loopback' },
    },
    mayWrite: databaseUrl === undefined,
  })
}

async function done(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await ended(run(...args))
  assert.equal(code, 0, `svc ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** Pages stand in files of their own, which a built folder has at other places. */
async function readPages(baseUrl: string): Promise<void> {
  const parts = ['/checkout/page/checkout.js', '/checkout/page/checkout.css']
  for (const path of ['/', ...parts, '/svc.js', '/svc-checkout.js', '/docs']) {
    const response = await fetch(baseUrl + path)
    const text = await response.text()
    assert.equal(response.status, 200, path)
    assert.ok(text.length > 500, `${path}: ${text}`)
  }
}

test('it migrates, makes a store, takes an order, stops, is audited', TWO_MINUTES, async (t) => {
  assert.match(await done('migrate'), /^applied 0001-/)
  const shop = await openShop(() => ok)
  t.after(shop.close)
  const created = await done('stores', 'create', '--name', 'X', '--notification-url', shop.url)
  const { private_key } = JSON.parse(created)

  const service = run('start')
  t.after(() => service.kill('SIGKILL'))
  let said = ''
  service.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(service, 'exit')
  const baseUrl = () => /listening on (\S+)/.exec(said)?.[1] ?? ''
  await until(() => baseUrl() !== '' || service.exitCode !== null, 'the service')
  assert.equal(service.exitCode, null, said)
  const base_url = baseUrl()
  const ready = shipped.run(['ready'], { environment: { PORT: new URL(base_url).port } })
  assert.deepEqual(await once(ready, 'exit'), [0, null])

  const client = clientOf({ demo: { base_url, private_key } })
  const { id } = await confirmedOrder(client, 40_000)
  assert.equal((await client('POST', `/orders/${id}/captures`, { amount: 40_000 })).status, 200)
  // A list with a pattern is looked through by a thread of its own.
  const listed = await client('GET', '/orders?account-email-regex=^ada')
  assert.deepEqual([listed.status, listed.body.paging?.count], [200, 1], listed.text)
  await readPages(base_url)

  service.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null], said)
  const audit = JSON.parse(await done('audit', '--json'))
  assert.deepEqual([audit.findings, audit.checked.orders], [[], 1])
})

test('where it ran nothing can be written', async (t) => {
  if (!shipped.isolated) return t.skip('only root can make a disk read-only for one process')
  const attempt =
    'for folder in . lib /tmp /var/tmp /dev/shm; do echo > $folder/svc-shipped && exit 1; done'
  const { code, stderr } = await ended(shipped.run(['-c', attempt], { program: '/bin/sh' }))
  assert.equal(code, 2, stderr)
  assert.equal(stderr.match(/Read-only file system/g)?.length, 5, stderr)
})

test('the embedded database comes along', TWO_MINUTES, async (t) => {
  const own = await testPlace('empty')
  t.after(() => own.remove())
  const environment = { DATA_DIR: own.folder, SECRET_KEY, DEMO: 'no' }
  const { code, stderr } = await ended(shipped.run(['migrate'], { environment, mayWrite: true }))
  assert.equal(code, 0, stderr)
  assert.ok(readdirSync(join(own.folder, 'database')).includes('PG_VERSION'))
})

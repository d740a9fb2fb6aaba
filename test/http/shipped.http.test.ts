// What `npm run build` makes: run by nobody, on disks that nobody can write to.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type TestPlace, testPlace } from '../fixtures/test-database.ts'
import { oneOrder, type RunSvc, readPages } from '../one-order.ts'
import { ended } from '../running-server.ts'
import { buildShipped, type ShippedService } from '../shipped-service.ts'

const TWO_MINUTES = { timeout: 120_000 }

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

/** What asks only whether a call throws is no unused code. */
async function refuseNonsense(baseUrl: string): Promise<void> {
  assert.equal((await fetch(`${baseUrl}/healthz?a=%zz`)).status, 400)
}

test('it migrates, makes a store, takes an order, stops, is audited', TWO_MINUTES, async () => {
  const { databaseUrl: url, folder } = place
  const mayWrite = url === undefined
  const run: RunSvc = (args, environment) => shipped.run(args, { environment, mayWrite })
  const database = url === undefined ? { DATA_DIR: folder } : { DATABASE_URL: url }
  await oneOrder(run, database, async (baseUrl) => {
    await readPages(baseUrl)
    await refuseNonsense(baseUrl)
  })
})

test('it lists what it is made of', () => {
  const read = (...path: string[]) => readFileSync(join(shipped.folder, ...path))
  const { components } = JSON.parse(read('sbom.cdx.json').toString())
  const licences = read('THIRD-PARTY-LICENCES').toString()
  assert.ok(components.length > 40)
  for (const { type, group, name, version, hashes } of components) {
    if (type === 'platform') {
      const hash = createHash('sha256').update(read('bin/node')).digest('hex')
      assert.deepEqual(hashes, [{ alg: 'SHA-256', content: hash }])
    } else {
      const whole = group === undefined ? name : `${group}/${name}`
      assert.ok(licences.includes(`\n${whole} ${version}: `), whole)
    }
  }
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
  const environment = { DATA_DIR: own.folder, SECRET_KEY: 'a secret key for tests', DEMO: 'no' }
  const { code, stderr } = await ended(shipped.run(['migrate'], { environment, mayWrite: true }))
  assert.equal(code, 0, stderr)
  assert.ok(readdirSync(join(own.folder, 'database')).includes('PG_VERSION'))
})

// A backup of a running service under load, and what it is restored to.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type TestPlace, testPlace } from '../fixtures/test-database.ts'
import {
  auditOf,
  clientOf,
  confirmedOrder,
  ended,
  type RunningServer,
  runProgram,
  startServer,
} from '../running-server.ts'

const environment = { SECRET_KEY: 'a secret key for tests only' }
const CALLERS = 4
const FIRST_ORDERS = 8

let server: RunningServer
let folder: string

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-backups-'))
  server = await startServer(environment)
})
after(async () => {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
})

const svc = (place: TestPlace, ...args: string[]) =>
  ended(runProgram('cli.ts', { place, args, environment }))

/** Pays and confirms orders until it is stopped; answers the ids of what was acknowledged. */
function startLoad(): { readonly ids: string[]; stop(): Promise<void> } {
  const ids: string[] = []
  let stopped = false
  const callers = Array.from({ length: CALLERS }, async () => {
    const client = clientOf(server)
    while (!stopped) ids.push((await confirmedOrder(client, 40_000)).id)
  })
  return {
    ids,
    async stop() {
      stopped = true
      await Promise.all(callers)
    },
  }
}

test('a backup under load is restored whole, and nothing else is', async () => {
  const file = join(folder, 'backup')
  const load = startLoad()
  while (load.ids.length < FIRST_ORDERS) await clientOf(server)('GET', '/orders?page_size=1')
  const acknowledged = [...load.ids]
  const made = await svc(server.place, 'backup', file, '--json')
  assert.equal(made.code, 0, made.stderr)
  await load.stop()
  const { path, bytes } = JSON.parse(made.stdout)
  assert.deepEqual([path, bytes], [file, statSync(file).size])
  assert.equal(statSync(file).mode & 0o077, 0)
  assert.deepEqual(readdirSync(folder), ['backup'])
  assert.match(made.stderr, /SECRET_KEY, SECRET_KEYS. are not in it/)

  const again = await svc(server.place, 'backup', file)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /exists already/)

  const place = await testPlace('empty')
  try {
    const restored = await svc(place, 'restore', file)
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(restored.stderr, /svc audit/)
    const { findings, orders } = await auditOf({ place }, environment)
    assert.deepEqual(findings, [])
    assert.ok(orders >= acknowledged.length)
    const twice = await svc(place, 'restore', file)
    assert.equal(twice.code, 1)
    assert.match(twice.stderr, /already/)
    const copy = await startServer(environment, Promise.resolve(place))
    for (const id of acknowledged) {
      const { status, body } = await clientOf(copy)('GET', `/orders/${id}`)
      assert.deepEqual([status, body.financing_status], [200, 'ok'])
    }
    assert.equal(await copy.stop(), 0)
    assert.deepEqual((await auditOf({ place }, environment)).findings, [])
  } finally {
    await place.remove()
  }
})

test('a folder in use, and a file that was cut off, restore nothing', async () => {
  const file = join(folder, 'cut')
  assert.equal((await svc(server.place, 'backup', file)).code, 0)
  if (server.place.databaseUrl === undefined) {
    const used = await svc(server.place, 'restore', file)
    assert.equal(used.code, 75, used.stderr)
  }
  truncateSync(file, statSync(file).size - 100)
  const place = await testPlace('empty')
  try {
    const refused = await svc(place, 'restore', file)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /nothing was restored: .* was cut off or altered/)
    assert.ok(!existsSync(join(place.folder, 'database')))
  } finally {
    await place.remove()
  }
})

test('a full disk leaves no half backup under the name', async (context) => {
  const small = mkdtempSync(join(tmpdir(), 'svc-small-'))
  const mount = ['-t', 'tmpfs', '-o', 'size=128k,mode=0700', 'tmpfs', small]
  try {
    if (spawnSync('mount', mount).status !== 0)
      return context.skip('no small file system can be mounted here')
    const { code, stderr } = await svc(server.place, 'backup', join(small, 'backup'))
    assert.equal(code, 1)
    assert.match(stderr, /no backup was made: ENOSPC/)
    assert.deepEqual(readdirSync(small), [])
    assert.equal((await clientOf(server)('GET', '/orders')).status, 200)
  } finally {
    spawnSync('umount', ['-l', small])
    rmSync(small, { recursive: true, force: true })
  }
})

// The data folder of a running service: copied, and taken away.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { mountSmall } from '../../tools/torture/small-place.ts'
import { testPlace } from '../fixtures/test-database.ts'
import {
  auditOf,
  clientOf,
  confirmedOrder,
  type Reply,
  type RunningServer,
  startServer,
} from '../running-server.ts'

const SMALL_BYTES = 300 * 2 ** 20
/** Each takes a place in files that are not extended each time. */
const WRITES_MAX = 2_000
const WAIT_MS_MAX = 60_000
let server: RunningServer

before(async () => {
  // Not a copy of another folder: what is in this one the service itself has made.
  server = await startServer({}, testPlace('empty'))
})
after(() => server.remove())

test('the audit of a copied folder reads the copy', async () => {
  // What it leaves behind names a process that is not the copy's owner.
  await server.kill()
  const copy = await testPlace()
  try {
    cpSync(server.place.folder, copy.folder, { recursive: true, preserveTimestamps: true })
    await server.restart()
    const { databaseUrl } = server.place
    const before = await auditOf({ place: { ...copy, databaseUrl } })
    await confirmedOrder(clientOf(server), 40_000)
    const original = await auditOf(server)
    assert.deepEqual([before.findings, original.findings], [[], []])
    if (databaseUrl === undefined) {
      const { orders } = await auditOf({ place: copy })
      assert.equal(orders, before.orders)
      assert.ok(original.orders > orders)
    }
  } finally {
    await copy.remove()
  }
})

test('only the owner of the folder can read its files', () => {
  const { folder } = server.place
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  assert.ok(names.includes('owner.lock') && names.includes('demo.json'))
  // A database makes and removes files all the time.
  const modeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mode
  const open = ['', ...names].filter((name) => ((modeOf(name) ?? 0) & 0o077) !== 0)
  assert.deepEqual(open, [])
})

test('a server whose lock was deleted ends with 75, and another one can begin', async () => {
  const { folder } = server.place
  rmSync(join(folder, 'owner.lock'))
  assert.equal(await server.exited(), 75)
  assert.match(server.log(), /^the data folder is no longer ours: .*owner\.lock is gone$/m)
  await server.restart()
  assert.equal((await clientOf(server)('GET', '/orders')).status, 200)
})

async function until(what: string, works: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + WAIT_MS_MAX
  while (!(await works())) {
    assert.ok(Date.now() < limit, `waited for ${what}`)
    await pause(50)
  }
}

test('on a full disk writers wait and readers do not; with room all is well', async (context) => {
  // A server's full disk: test/readiness-faults.
  if (server.place.databaseUrl !== undefined) return
  await server.stop()
  const root = mkdtempSync(join(tmpdir(), 'svc-small-'))
  const disk = mountSmall(root, SMALL_BYTES)
  context.after(() => {
    disk?.unmount()
    rmSync(root, { recursive: true, force: true })
  })
  if (disk === undefined) return context.skip('no small file system can be mounted here')
  const folder = join(root, 'data')
  cpSync(server.place.folder, folder, { recursive: true, preserveTimestamps: true })
  const place = { databaseUrl: undefined, folder, remove: async () => {} }
  const small = await startServer({}, Promise.resolve(place))
  context.after(() => small.remove())
  const store = clientOf(small)
  const { mid } = await confirmedOrder(store, 400_000)
  const look = () => store('GET', `/orders/${mid}`)
  let key = randomUUID()
  let captured = 0
  /** Of one cent; one without an answer of success is sent again. */
  const capture = async (): Promise<Reply> => {
    const path = `/orders/${mid}/captures`
    const reply = await store('POST', path, { amount: 1 }, { 'idempotency-key': key })
    if (reply.status === 200) {
      captured++
      key = randomUUID()
      return reply
    }
    const { status, body, headers } = reply
    const refused = [status, body.error.code, headers.get('retry-after')]
    assert.deepEqual(refused, [503, 'database_unavailable', '1'])
    return reply
  }
  for (let round = 0; round < 2; round++) {
    const empty = disk.fill()
    let left = WRITES_MAX
    while ((await capture()).status === 200) assert.ok(--left > 0, 'the disk is not full')
    for (let read = 0; read < 10; read++) {
      await capture()
      // Without room for its log the database ends, and begins as soon as there is some.
      const hasEnded = () => small.log().includes('pg_wal')
      await until('a read', async () => (await look()).status === 200 || hasEnded())
    }
    empty()
    await until('a write', async () => (await capture()).status === 200)
  }
  assert.equal((await look()).body.captured_amount, captured)
  assert.equal(await small.stop(), 0)
  assert.deepEqual((await auditOf({ place })).findings, [])
})

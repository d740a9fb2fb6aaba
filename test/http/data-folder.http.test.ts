// The data folder of a running service: copied, and taken away.
import assert from 'node:assert/strict'
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { testPlace } from '../fixtures/test-database.ts'
import {
  auditOf,
  clientOf,
  confirmedOrder,
  type RunningServer,
  startServer,
} from '../running-server.ts'

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

// What `npm start` and `npm run svc` run: the bundle of these very sources.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { isUsed, wholeBundle } from '../../tools/program.mjs'
import { testPlace } from '../fixtures/test-database.ts'
import { oneOrder, type RunSvc, readPages } from '../one-order.ts'
import { ended } from '../running-server.ts'

const root = join(import.meta.dirname, '../..')
const BOOTSTRAP = [join(root, 'tools/bootstrap.mjs'), 'packages/server/src/svc.ts']

const run: RunSvc = (args, environment) =>
  spawn(process.execPath, [...BOOTSTRAP, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test('it migrates, makes a store, takes an order, stops, is audited', async (t) => {
  const { databaseUrl: url, folder, remove } = await testPlace()
  t.after(remove)
  const database = url === undefined ? { DATA_DIR: folder } : { DATABASE_URL: url }
  await oneOrder(run, database, async (baseUrl) => {
    await readPages(baseUrl)
    const bundle = wholeBundle(root)
    assert.ok(bundle !== undefined && isUsed(bundle))
  })
})

test('the embedded database is opened', async (t) => {
  const { folder, remove } = await testPlace('empty')
  t.after(remove)
  const { code, stdout, stderr } = await ended(run(['migrate'], { DATA_DIR: folder }))
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^applied 0001-/)
})

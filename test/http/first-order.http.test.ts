// The first lines that a stranger runs, as the README shows them.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunningServer, startServer } from '../running-server.ts'

const cwd = mkdtempSync(join(tmpdir(), 'svc-first-order-'))
let server: RunningServer
before(async () => {
  server = await startServer()
})
after(async () => {
  await server?.remove()
  rmSync(cwd, { recursive: true, force: true })
})

test('the example sells, ships and takes something back', () => {
  symlinkSync(server.place.folder, join(cwd, 'data'), 'junction')
  const file = join(import.meta.dirname, '../../examples/first-order.ts')
  const flags = ['--disable-warning=ExperimentalWarning', file]
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  for (const line of ['captured_amount: 30000', 'refunded_amount: 10000']) {
    assert.ok(stdout.includes(line), stdout)
  }
})

// Dependencies are installed already: what is tested is how the script runs under it.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

const folder = mkdtempSync(join(tmpdir(), 'svc-bootstrap-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let written = 0

/** Runs TypeScript under the bootstrap. */
function start(source: string, ...parameters: string[]): ChildProcess {
  const script = join(folder, `script-${++written}.ts`)
  writeFileSync(script, source)
  const bootstrap = join(import.meta.dirname, 'bootstrap.mjs')
  return spawn(process.execPath, [bootstrap, script, ...parameters])
}

async function textUntil(child: ChildProcess, wanted: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += chunk
    if (wanted.test(text)) break
  }
  return text
}

test('runs the script under the pinned Node, with its arguments and its exit code', async () => {
  const source = `const [, , ...rest]: string[] = process.argv
    console.log(process.versions.node.split('.')[0], ...rest)
    process.exitCode = 7`
  const child = start(source, '--one', 'two')
  const ended = once(child, 'exit')
  assert.equal(await textUntil(child, /\n/), '24 --one two\n')
  assert.deepEqual(await ended, [7, null])
})

test('hands a signal on, and ends as the script does', async () => {
  const source = `process.on('SIGTERM', () => process.exit(3))
    setInterval(() => {}, 1_000)
    console.log('ready')`
  const child = start(source)
  const ended = once(child, 'exit')
  await textUntil(child, /ready/)
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [3, null])
})

test('a kill is passed on to the script', async () => {
  const marker = join(folder, 'told')
  const source = `import { writeFileSync } from 'node:fs'
    process.on('disconnect', () => {
      writeFileSync(${JSON.stringify(marker)}, 'told')
      process.exit()
    })
    setInterval(() => {}, 1_000)
    console.log('ready')`
  const child = start(source)
  await textUntil(child, /ready/)
  child.kill('SIGKILL')
  const limit = Date.now() + 10_000
  while (!existsSync(marker) && Date.now() < limit) await pause(20)
  assert.ok(existsSync(marker))
})

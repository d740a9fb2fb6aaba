// The runner of `npm test`: files that share a process neither see nor harm each other.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { relatedTests } from './import-graph.ts'
import { readOptions } from './options.ts'
import { groupsOf } from './plan.ts'
import { createResults } from './results.ts'
import { runGroups } from './run-groups.ts'
import { repeatAlone } from './unsteady.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-runner-'))
after(() => rmSync(folder, { recursive: true }))

const HEAD = `import { after, before, test } from 'node:test'\n`
/** For ever, as a loop without end would, but at no cost. */
const BLOCK = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
const RED = `console.log('what it printed')\ntest('red', () => { throw new Error('why') })\n`
const FILES = {
  'right.test.ts': `${HEAD}test('one', () => {})\ntest('two', () => {})\n`,
  'red.test.ts': `${HEAD}${RED}`,
  'broken.test.ts': `throw new Error('cannot be loaded')\n`,
  'empty.test.ts': '',
  'gone.test.ts': `${HEAD}test('ends all', () => process.exit(3))\n`,
  'stuck.test.ts': `${HEAD}test('blocks', () => ${BLOCK})\n`,
  'beside.test.ts': `${HEAD}
test('alone', (t) => t.assert.ok(!process.argv.some((file) => file.endsWith('right.test.ts'))))\n`,
  'loops.test.ts': `import { writeFileSync } from 'node:fs'
${HEAD}test('says who it is', () => {
  writeFileSync(new URL('loops.pid', import.meta.url), String(process.pid))
  ${BLOCK}
})\n`,
  'open.test.ts': `${HEAD}setInterval(() => {}, 1_000)\ntest('leaves it', () => {})\n`,
  'hooks.test.ts': `${HEAD}before(() => { globalThis.begun = true })
after(() => { delete globalThis.begun })\ntest('has it', (t) => t.assert.ok(globalThis.begun))\n`,
  'waits.ts': 'await new Promise((done) => setTimeout(done, 50))',
  'waits-1.test.ts': `import './waits.ts'\n${HEAD}test('first', () => {})\n`,
  'waits-2.test.ts': `import './waits.ts'\n${HEAD}test('next', () => {})\ntest('last', () => {})\n`,
  'no-hooks.test.ts': `${HEAD}test('has it not', (t) => t.assert.ok(!globalThis.begun))\n`,
}
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)

async function ran(...names: (keyof typeof FILES)[]): Promise<{ line: string; said: string }> {
  let said = ''
  const results = createResults((text) => {
    said += text
  })
  const files = names.map((name) => join(folder, name))
  const group = { round: 'tried', files, env: { TEST_SEED: '1' } }
  await runGroups([group], { atATime: 1, results, silenceMs: 10_000 })
  await repeatAlone([group], results)
  const { passed, failed, skipped } = results.counts
  return { line: `${passed} ${failed} ${skipped}`, said }
}

function readPid(name: string): number | undefined {
  const path = join(folder, name)
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) || undefined : undefined
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until<T>(find: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const value = find()
    if (value !== undefined) return value
    await setTimeout(100)
  }
  throw new Error('it did not come to that in a minute')
}

test('each file has its own count, hooks and printed lines', async () => {
  const { line, said } = await ran('right.test.ts', 'hooks.test.ts', 'no-hooks.test.ts')
  assert.equal(line, '4 0 0')
  assert.match(said, /right\.test\.ts: 2,/)
  assert.match(said, /no-hooks\.test\.ts: 1,/)
})

test('files that import one that waits have each their own tests', async () => {
  const { line, said } = await ran('waits-1.test.ts', 'waits-2.test.ts', 'right.test.ts')
  assert.equal(line, '5 0 0')
  assert.match(said, /waits-1\.test\.ts: 1,.*waits-2\.test\.ts: 2,.*right\.test\.ts: 2,/s)
})

test('red, broken and empty files are each one failure, with what they printed', async () => {
  const { line, said } = await ran(
    ...(['red.test.ts', 'broken.test.ts', 'empty.test.ts', 'right.test.ts'] as const),
  )
  assert.equal(line, '2 3 0')
  for (const part of [/why/, /what it printed/, /cannot be loaded/, /empty\.test\.ts has no tests/])
    assert.match(said, part)
})

test('a file that ends the process takes no other one with it', async () => {
  const { line, said } = await ran('gone.test.ts', 'right.test.ts', 'hooks.test.ts')
  assert.equal(line, '3 1 0')
  assert.match(said, /gone\.test\.ts: its process ended with 3/)
})

test('a file that never ends is stopped, and the others run', async () => {
  const { line, said } = await ran('stuck.test.ts', 'right.test.ts')
  assert.equal(line, '2 1 0')
  assert.match(said, /stuck\.test\.ts: it did not end in time/)
})

test('without its runner a file ends, even one that loops', async () => {
  const runner = join(import.meta.dirname, 'run-groups.ts')
  const files = JSON.stringify([join(folder, 'loops.test.ts')])
  const program = `import { runGroups } from ${JSON.stringify(runner)}
    const results = { file() {}, broken() {} }
    await runGroups([{ round: 'tried', files: ${files}, env: {} }], { atATime: 1, results })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: 'inherit',
  })
  const pid = await until(() => readPid('loops.pid'))
  child.kill('SIGKILL')
  await until(() => !isRunning(pid) || undefined)
})

test('a file that leaves something open is a failure', async () => {
  const { line, said } = await ran('open.test.ts')
  assert.equal(line, '1 1 0')
  assert.match(said, /something it opened is still open/)
})

test('a file that passes alone is unsteady, and loudly; one that fails again is red', async () => {
  const { line, said } = await ran('beside.test.ts', 'red.test.ts', 'right.test.ts')
  assert.equal(line, '3 1 0')
  assert.match(said, /UNSTEADY {2}tried: .*beside\.test\.ts failed beside others/)
  assert.doesNotMatch(said, /UNSTEADY.*red\.test/)
})

test('options are read, and wrong ones are reported', () => {
  const { words, seed } = readOptions(['a', 'b', '--seed', '7'], {})
  assert.deepEqual({ words, seed }, { words: ['a', 'b'], seed: 7 })
  assert.equal(readOptions([], { TEST_SEED: '9' }).seed, 9)
  assert.deepEqual(readOptions(['--related', 'x.ts'], {}).related, ['x.ts'])
  for (const wrong of [['--related'], ['--fast', '--long'], ['--seed', 'x'], ['--quick']])
    assert.throws(() => readOptions(wrong, {}))
})

test('related are the tests that import a file, over others, and those of its folder', () => {
  const root = join(import.meta.dirname, '..', '..')
  const related = relatedTests(root, ['packages/server/src/orders/lapses/rules.ts'])
  for (const file of ['packages/server/src/orders/lapses/rules.test.ts', 'lapses.http.test.ts'])
    assert.ok(related.some((path) => path.endsWith(file)))
  assert.ok(!related.includes('packages/api/src/money.test.ts'))
})

test('each file is in one group, and one that changes the process is alone', () => {
  const root = join(import.meta.dirname, '..', '..')
  const files = ['packages/api/src/money.test.ts', 'tools/test/runner.test.ts']
  const retry = 'packages/server/src/outbound/sending/retry.test.ts'
  const groups = groupsOf(root, [{ name: 'pure', files: [...files, retry], env: {} }])
  assert.deepEqual(
    groups.map((group) => group.files),
    [[retry], files],
  )
})

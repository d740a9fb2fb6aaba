// What `npm start` runs, in a small repository: two programs, a file and a module loaded late.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, beforeEach, test } from 'node:test'
import { bundledFiles } from './build/bundle.ts'
import { bundlesOf, isWhole, programSources, wholeBundle } from './program.mjs'
import { BUILT, STAMP, webHash } from './web-hash.mjs'

const root = join(import.meta.dirname, '..')
const copy = realpathSync(mkdtempSync(join(tmpdir(), 'svc-program-')))
after(() => rmSync(copy, { recursive: true, force: true }))

const BUNDLER = 'tools/build/bundle.ts'
const SERVER = 'packages/server/src'
const SVC = `const { argv } = process
if (argv[2] === 'start') {
  argv.splice(2, 1)
  await import('./main.ts')
} else console.log('svc', ...argv.slice(2))`
/** Says what it is, waits for a line if there is an argument, and loads the rest. */
const MAIN = `import { readFileSync } from 'node:fs'
import { once } from 'node:events'
const word: string = readFileSync(new URL('./word.txt', import.meta.url), 'utf8')
console.log(word, process.argv[1])
if (process.argv[2] === 'wait') await once(process.stdin, 'data')
console.log((await import('./late.ts')).late)
process.exit()`

function put(path: string, content: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), content)
}
const late = (version: number) => put(`${SERVER}/late.ts`, `export const late = 'late ${version}'`)

for (const path of ['bootstrap.mjs', 'program.mjs', 'web-hash.mjs', 'build-program.ts'])
  cpSync(join(root, 'tools', path), join(copy, 'tools', path))
for (const path of ['package.json', 'package-lock.json', 'tsconfig.json'])
  cpSync(join(root, path), join(copy, path))
for (const name of ['server', 'api'])
  cpSync(join(root, `packages/${name}/package.json`), join(copy, `packages/${name}/package.json`))
for (const path of ['packages/api/src', 'packages/sdk', 'packages/desk', 'examples/shop'])
  mkdirSync(join(copy, path), { recursive: true })
mkdirSync(join(copy, 'node_modules'))
for (const name of readdirSync(join(root, 'node_modules')))
  if (name !== '.svc-program')
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
// The pages are built.
for (const path of [...BUILT, 'tools/build-web.ts']) put(path, '')
put(STAMP, webHash(copy))

beforeEach(() => {
  rmSync(bundlesOf(copy), { recursive: true, force: true })
  cpSync(join(root, BUNDLER), join(copy, BUNDLER))
  put(`${SERVER}/svc.ts`, SVC)
  put(`${SERVER}/main.ts`, MAIN)
  put(`${SERVER}/word.txt`, 'a word')
  late(1)
})

type Started = { readonly child: ChildProcess; ended(): Promise<{ out: string; said: string }> }

function begin(program: 'main' | 'svc', ...args: string[]): Started {
  const bootstrap = join(copy, 'tools/bootstrap.mjs')
  const child = spawn(process.execPath, [bootstrap, `${SERVER}/${program}.ts`, ...args])
  const all = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const ended = async () => {
    const [out, said, [code]] = await all
    assert.equal(code, 0, said)
    return { out, said }
  }
  return { child, ended }
}
const start = (...args: string[]) => begin('main', ...args).ended()
const bundles = () => readdirSync(bundlesOf(copy)).sort()
const current = () => wholeBundle(copy) ?? assert.fail('there is no bundle')
/** What `main.ts` prints as a part of the bundle. */
const bundled = (version: number) => `a word ${join(current(), 'svc.js')}\nlate ${version}\n`
const fromSources = (version: number) =>
  `a word ${join(copy, SERVER, 'main.ts')}\nlate ${version}\n`

test('a start makes a bundle, which the next ones run, under its name or that of svc', async () => {
  const first = await start()
  assert.match(first.said, /^Bundling the service …\n {2}service: done after [\d.]+ s\n$/)
  const made = bundles()
  const second = await start()
  assert.deepEqual([first.out, second], [bundled(1), { out: bundled(1), said: '' }])
  const svc = await begin('svc', 'audit', '--json').ended()
  assert.deepEqual(svc, { out: 'svc audit --json\n', said: '' })
  assert.deepEqual([bundles(), made.length], [made, 1])
})

test('a changed source is bundled anew, a file is read where it lies', async () => {
  await start()
  const [before] = bundles()
  late(2)
  put(`${SERVER}/late.test.ts`, '')
  const { out, said } = await start()
  assert.match(said, /^Bundling/)
  assert.equal(out, bundled(2))
  assert.ok(!bundles().includes(`${before}`))
  put(`${SERVER}/late.test.ts`, 'a test is no part of it')
  put(`${SERVER}/word.txt`, 'another')
  assert.deepEqual(await start(), { out: bundled(2).replace('a word', 'another'), said: '' })
})

test('a bundle that is not whole is made again, and removed', async () => {
  await start()
  const [broken] = bundles()
  truncateSync(join(bundlesOf(copy), `${broken}`, 'svc.js'), 10)
  // Of a build that was killed.
  mkdirSync(join(bundlesOf(copy), 'half-made'))
  const { out, said } = await start()
  assert.match(said, /^Bundling/)
  assert.equal(out, bundled(1))
  assert.deepEqual(bundles(), [basename(current())])
  assert.ok(!bundles().includes(`${broken}`))
})

test('where nothing can be written it runs from its sources, and says so once', async () => {
  // Not only for root: a file stands where the folder should be.
  writeFileSync(bundlesOf(copy), '')
  const { out, said } = await start()
  assert.equal(out, fromSources(1))
  assert.match(said, /^The service runs from its sources, because it cannot be bundled: E\w+.*\n$/)
})

test('sources that cannot be bundled run as they are', async () => {
  put(`${SERVER}/svc.ts`, `${SVC}\nif (argv.length > 90) await import('./nowhere.ts')`)
  const { out, said } = await start()
  assert.equal(out, fromSources(1))
  assert.match(said, /\nThe service runs from its sources, because it cannot be bundled: .*nowhere/)
  assert.deepEqual(bundles(), [])
})

test('a build that dies leaves the sources; the next one removes what was begun', async () => {
  put(BUNDLER, `process.kill(process.pid, 'SIGKILL')`)
  const { out, said } = await start()
  assert.equal(out, fromSources(1))
  assert.match(said, /\nThe service runs from its sources: its bundle was not completed\n$/)
  cpSync(join(root, BUNDLER), join(copy, BUNDLER))
  assert.equal((await start()).out, bundled(1))
  assert.deepEqual(bundles(), [basename(current())])
})

test('several first starts at once all run, and leave whole bundles', async () => {
  const all = await Promise.all([start(), start(), start()])
  for (const { out } of all) assert.match(out, /^a word .*\.svc-program.*\nlate 1\n$/)
  for (const name of bundles()) assert.ok(isWhole(join(bundlesOf(copy), name)), name)
  assert.equal((await start()).said, '')
})

test('a running service keeps its bundle, until it ends', async () => {
  const running = begin('main', 'wait')
  await once(running.child.stdout ?? assert.fail(), 'data')
  const [first] = bundles()
  late(2)
  assert.equal((await start()).out, bundled(2))
  assert.ok(bundles().includes(`${first}`))
  running.child.stdin?.end('go on\n')
  assert.match((await running.ended()).out, /late 1\n$/)
  late(3)
  assert.equal((await start()).out, bundled(3))
  assert.deepEqual(bundles(), [basename(current())])
})

test('every file of the service with code in the bundle makes it stale', async () => {
  const sources = new Set(programSources(root).map((path) => join(root, path)))
  const own = (await bundledFiles()).filter(
    (path) => path.startsWith(root) && !path.includes('node_modules'),
  )
  assert.ok(own.length > 500)
  assert.deepEqual(
    own.filter((path) => !sources.has(path)),
    [],
  )
})

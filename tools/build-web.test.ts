// Whether the built pages are those of the sources, asked before anything is started.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { builtHash, STAMP, webHash } from './web-hash.mjs'

const root = join(import.meta.dirname, '..')
const BUILD_MS_MAX = 30_000
const copy = mkdtempSync(join(tmpdir(), 'svc-web-'))
after(() => rmSync(copy, { recursive: true, force: true }))

/** What a build reads, and nothing that was built. */
for (const path of ['sdk', 'checkout', 'desk', 'api'].map((name) => `packages/${name}`)) {
  cpSync(join(root, path), join(copy, path), {
    recursive: true,
    filter: (file) => !/\/(dist|node_modules)$/.test(file),
  })
}
for (const file of ['package.json', 'package-lock.json', 'tsconfig.json']) {
  cpSync(join(root, file), join(copy, file))
}
mkdirSync(join(copy, 'tools'))
for (const file of ['build-web.ts', 'web-hash.mjs']) {
  cpSync(join(root, 'tools', file), join(copy, 'tools', file))
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const begin = () =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/build-web.ts'], {
    cwd: copy,
  })

async function build(): Promise<string> {
  const child = begin()
  const [said, stdout, [code]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, 'close'),
  ])
  assert.equal(code, 0, said)
  assert.equal(stdout, '', 'what is said on stdout would be an answer of the command line')
  return said
}

const isWhole = () => builtHash(copy) === webHash(copy)
/** The pages are built after it. */
const isHalfBuilt = () =>
  readFileSync(join(copy, 'packages/sdk/dist/index.js'), 'utf8').includes('halfBuilt')
const filesOf = (folder: string) => readdirSync(join(copy, folder)).sort()

test('two concurrent builds leave whole pages, and a third one has nothing to do', async () => {
  assert.equal(isWhole(), false)
  await Promise.all([build(), build()])
  assert.equal(isWhole(), true)
  assert.deepEqual(filesOf('packages/sdk/dist'), ['checkout-part.js', 'index.js', 'script.js'])
  assert.deepEqual(filesOf('packages/checkout/dist'), ['built', 'checkout.css', 'checkout.js'])
  const desk = filesOf('packages/desk/dist')
  assert.ok(desk.includes('index.html') && desk.length > 10, desk.join())
  assert.equal(await build(), '')
})

test('a build that was killed is repaired by the next one', async () => {
  const source = join(copy, 'packages/sdk/src/index.ts')
  const before = readFileSync(source, 'utf8')
  writeFileSync(source, `${before}\nexport const halfBuilt = 1\n`)
  const child = begin()
  const ended = once(child, 'close')
  const limit = Date.now() + BUILD_MS_MAX
  while (!isHalfBuilt() && Date.now() < limit) await pause(1)
  child.kill('SIGKILL')
  await ended
  assert.equal(isHalfBuilt(), true)
  // The sources are again those of the build before.
  writeFileSync(source, before)
  await build()
  assert.equal(isWhole(), true)
  assert.equal(isHalfBuilt(), false)
})

test('pages of which a file is missing are built again', async () => {
  rmSync(join(copy, 'packages/sdk/dist/script.js'))
  assert.equal(isWhole(), false)
  await build()
  assert.equal(isWhole(), true)
})

test('files of a build that is still running stay, others of an earlier one go', async () => {
  const [running, ended] = [process.pid, 2 ** 22 + 1].map((id) => `index-12345678.js.${id}`)
  const folder = join(copy, 'packages/desk/dist')
  for (const name of [running, ended, 'index-12345678.js'])
    writeFileSync(join(folder, `${name}`), '')
  rmSync(join(copy, 'packages/sdk/dist/script.js'))
  await build()
  const left = filesOf('packages/desk/dist').filter((name) => name.includes('12345678'))
  assert.deepEqual(left, [running])
})

test('a changed source makes them stale; a changed test next to it does not', async () => {
  const hash = webHash(copy)
  writeFileSync(join(copy, 'packages/sdk/src/new.test.ts'), '')
  mkdirSync(join(copy, 'packages/sdk/node_modules/x'), { recursive: true })
  writeFileSync(join(copy, 'packages/sdk/node_modules/x/index.js'), '')
  assert.equal(webHash(copy), hash)
  writeFileSync(join(copy, 'packages/checkout/src/new.ts'), '')
  assert.notEqual(webHash(copy), hash)
  assert.equal(STAMP, 'packages/checkout/dist/built')
})

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { effort } from '../../../../../test/fixtures/effort.ts'
import { FolderTaken, lockFolder } from './folder-lock.ts'

const MODULE = new URL('./folder-lock.ts', import.meta.url).href
/** Says who owns the folder, and goes on until it loses it or is killed. */
const STARTER = `
  const { lockFolder } = await import(process.argv[1])
  try {
    const lock = lockFolder(process.argv[2])
    lock.watch((loss) => { console.log('lost: ' + loss); process.exit(75) })
    console.log('owner')
    process.stdin.resume()
  } catch (error) {
    console.log(error.name === 'FolderTaken' ? 'taken' : 'failed: ' + error.message)
    process.exit(75)
  }
`

function folderOf(context: TestContext): string {
  const parent = mkdtempSync(join(tmpdir(), 'svc-lock-'))
  context.after(() => rmSync(parent, { recursive: true, force: true }))
  return join(parent, 'data')
}

type Starter = { readonly child: ChildProcess; next(): Promise<string> }
type Surroundings = { readonly program?: readonly string[]; readonly path?: string }

/** Another process that tries to own the folder. `path` is where it finds programs. */
function start(context: TestContext, folder: string, surroundings: Surroundings = {}): Starter {
  const { program = [], path } = surroundings
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', STARTER]
  const [command = '', ...parameters] = [...program, process.execPath, ...flags, MODULE, folder]
  const child = spawn(command, parameters, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...(path === undefined ? {} : { PATH: path }) },
  })
  context.after(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const iterator = lines[Symbol.asyncIterator]()
  return { child, next: async () => (await iterator.next()).value ?? 'ended' }
}

async function killed({ child }: Starter): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

test('a folder has one owner until it is released', (context) => {
  const folder = folderOf(context)
  const lock = lockFolder(folder)
  const isTaken = (error: unknown) =>
    error instanceof FolderTaken && error.owner?.pid === process.pid
  assert.throws(() => lockFolder(folder), isTaken)
  lock.announce({ port: 1, token: 'x' })
  const { pid, started, control } = JSON.parse(readFileSync(join(folder, 'owner.lock'), 'utf8'))
  assert.deepEqual([pid, control], [process.pid, { port: 1, token: 'x' }])
  assert.ok(Math.abs(Date.parse(started) - performance.timeOrigin) < 1_000)
  lock.release()
  lockFolder(folder).release()
})

// Without the program there is only the locked file.
for (const path of [undefined, '/nowhere']) {
  const where = path === undefined ? '' : ', also without flock(1)'

  test(`one of twelve processes owns the folder, also after a kill${where}`, async (context) => {
    const folder = folderOf(context)
    const surroundings = path === undefined ? {} : { path }
    for (let round = 1; round <= effort({ short: 2, long: 3 }); round++) {
      const starters = Array.from({ length: 12 }, () => start(context, folder, surroundings))
      const answers = await Promise.all(starters.map(({ next }) => next()))
      assert.deepEqual(answers.sort(), ['owner', ...Array(11).fill('taken')])
      // The record of the one that was killed stays for the next round to find.
      await Promise.all(starters.map(killed))
    }
  })

  test(`a deleted lock makes no second owner: the first stops${where}`, async (context) => {
    const folder = folderOf(context)
    const surroundings = path === undefined ? {} : { path }
    for (const names of [['owner.lock'], ['owner.guard'], ['owner.lock', 'owner.guard']]) {
      const first = start(context, folder, surroundings)
      assert.equal(await first.next(), 'owner')
      for (const name of names) rmSync(join(folder, name))
      const second = start(context, folder, surroundings)
      const [loss, answer] = await Promise.all([first.next(), second.next()])
      assert.match(loss, /^lost: .*owner\.(lock|guard) (is gone|was replaced)/)
      // It may have come after the first had stopped.
      assert.match(answer, /^(taken|owner)$/)
      await killed(second)
    }
  })
}

test('a process of another pid namespace finds the owner', async (context) => {
  const namespace = ['unshare', '--user', '-r', '--pid', '--fork', '--mount-proc']
  const [command = '', ...parameters] = [...namespace, 'true']
  if (spawnSync(command, parameters).status !== 0)
    return context.skip('this system gives no pid namespaces: the lock was not tried across them')
  const folder = folderOf(context)
  const first = start(context, folder)
  assert.equal(await first.next(), 'owner')
  const [second, third] = [
    start(context, folder, { program: namespace }),
    start(context, folder, { program: namespace, path: '/nowhere:/usr/bin' }),
  ]
  assert.deepEqual(await Promise.all([second.next(), third.next()]), ['taken', 'taken'])
  await killed(first)
  assert.equal(await start(context, folder).next(), 'owner')
})

test('a copied folder has no owner, and a stopped owner holds theirs', async (context) => {
  const folder = folderOf(context)
  const first = start(context, folder)
  assert.equal(await first.next(), 'owner')
  const copy = `${folder}-copy`
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
  lockFolder(copy).release()
  first.child.kill('SIGSTOP')
  assert.throws(() => lockFolder(folder), FolderTaken)
  first.child.kill('SIGCONT')
})

test('a renamed folder keeps its owner, who stops', async (context) => {
  const folder = folderOf(context)
  const first = start(context, folder)
  assert.equal(await first.next(), 'owner')
  const renamed = `${folder}-renamed`
  renameSync(folder, renamed)
  mkdirSync(folder, { mode: 0o700 })
  const [loss, second] = [await first.next(), start(context, renamed)]
  assert.match(loss, /^lost: another folder stands at /)
  assert.match(await second.next(), /^(taken|owner)$/)
})

test('a folder that others could enter is private afterwards', (context) => {
  if (process.geteuid === undefined) return context.skip('this system has no modes')
  const folder = folderOf(context)
  mkdirSync(folder)
  chmodSync(folder, 0o775)
  const lock = lockFolder(folder)
  assert.ok(lock.wasOpen)
  writeFileSync(join(folder, 'made later'), '')
  const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777
  assert.deepEqual(
    [modeOf('.'), modeOf('owner.lock'), modeOf('owner.guard'), modeOf('made later')],
    [0o700, 0o600, 0o600, 0o600],
  )
  lock.release()
  // Known by its files when it was opened again.
  writeFileSync(join(folder, 'secret-key'), '')
  chmodSync(folder, 0o755)
  lockFolder(folder).release()
  assert.equal(modeOf('.'), 0o700)
})

test('a folder of somebody else, or with files of somebody else, is refused', (context) => {
  if (process.geteuid === undefined) return context.skip('this system has no modes')
  const folder = folderOf(context)
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'thesis.txt'), '')
  assert.throws(() => lockFolder(folder), /files of another user: set DATA_DIR/)
  assert.equal(statSync(folder).mode & 0o777, 0o755)
  if (process.geteuid() !== 0) return
  rmSync(join(folder, 'thesis.txt'))
  execFileSync('chown', ['12345', folder])
  assert.throws(() => lockFolder(folder), /belongs to user 12345 .* user 0: .* DATA_DIR/)
})

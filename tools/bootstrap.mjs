/**
 * Runs a TypeScript file under the pinned Node, after installing what is missing. Needs nothing but
 * Node 20 and npm, so it is plain JavaScript without dependencies. Usage: `node tools/bootstrap.mjs
 * <script> [arguments]`.
 *
 * Its own words go to stderr: stdout belongs to the script.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { useMark, wholeBundle } from './program.mjs'
import { builtHash, webHash } from './web-hash.mjs'

const NODE_MIN = 20
const HEARTBEAT_MS = 3_000
const PARENT_MS = 500
const BUNDLE_MS_MAX = 120_000
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.svc-lock')
const installing = join(root, 'node_modules.installing')
/** What `npm run build` calls the service's programs (packages/server/src/svc.ts). */
const PROGRAMS = { 'packages/server/src/main.ts': ['start'], 'packages/server/src/svc.ts': [] }
const windows = process.platform === 'win32'

const say = (line) => process.stderr.write(`${line}\n`)

function fail(...lines) {
  for (const line of lines) say(line)
  process.exit(1)
}

const [script, ...scriptArguments] = process.argv.slice(2)
if (script === undefined) fail('usage: node tools/bootstrap.mjs <script> [arguments]')
if (Number(process.versions.node.split('.')[0]) < NODE_MIN) {
  fail(
    `Node ${process.versions.node} is too old: install ${NODE_MIN} or newer (https://nodejs.org)`,
  )
}
await install()
const node = pinnedNode() ?? (await fallbackNode())
buildWeb(node)
run(node, bundled(node))

/** Installs by the lock file, unless the present installation was made with this very lock file. */
async function install() {
  const wanted = lockHash()
  if (installedHash() === wanted) return
  await alone(async () => {
    if (installedHash() === wanted) return
    say('Installing dependencies (once, by package-lock.json) …')
    // No package needs an install script, and none is trusted with one.
    await npm('dependencies', ['ci', '--ignore-scripts', '--loglevel=warn'])
    writeFileSync(stampFile, wanted)
  })
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function installedHash() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined
}

/** Two installations at the same time would delete each other's files: the second waits. */
async function alone(work) {
  let announced = false
  while (!claim()) {
    if (!announced) say('Another start is installing dependencies, waiting for it …')
    announced = true
    await pause(500)
  }
  try {
    await work()
  } finally {
    rmSync(installing, { recursive: true, force: true })
  }
}

function claim() {
  const pidFile = join(installing, 'pid')
  try {
    mkdirSync(installing)
    writeFileSync(pidFile, String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  // The process that holds it may have been killed.
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0
  if (pid > 0 && !isAlive(pid)) rmSync(installing, { recursive: true, force: true })
  return false
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs npm; its output is shown only if it fails. */
async function npm(what, npmArguments) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const child = spawn('npm', npmArguments, {
    cwd: root,
    shell: windows,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ends = ['SIGINT', 'SIGTERM', 'SIGHUP']
  let ended
  // An npm that outlives us would still delete and write files while the next start installs.
  const end = (signal) => {
    ended = signal
    child.kill(signal)
  }
  for (const signal of ends) process.on(signal, end)
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const heartbeat = setInterval(() => say(`  ${what}: ${seconds()} s`), HEARTBEAT_MS)
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      resolve(1)
    })
    child.once('close', resolve)
  })
  clearInterval(heartbeat)
  for (const signal of ends) process.off(signal, end)
  if (ended !== undefined) {
    rmSync(installing, { recursive: true, force: true })
    process.exit(128 + constants.signals[ended])
  }
  if (code !== 0) {
    process.stderr.write(Buffer.concat(output))
    rmSync(installing, { recursive: true, force: true })
    fail(
      `npm ${npmArguments[0]} failed: the lines above say why. Is the package registry reachable?`,
    )
  }
  say(`  ${what}: done after ${seconds()} s`)
}

function pinnedVersion() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.values(optionalDependencies)[0]
}

/** The Node of the lock file for this platform, if there is one and it runs here. */
function pinnedNode() {
  const platform = windows ? 'win' : process.platform
  const folder = join(modules, `node-${platform}-${process.arch}`, 'bin')
  return works(join(folder, windows ? 'node.exe' : 'node'))
}

/** On other platforms: a recent enough Node, or the one that npm has for them. */
async function fallbackNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const prefix = join(modules, '.svc-node')
  const program = join(prefix, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
  const version = pinnedVersion()
  if (works(program) === undefined) {
    say(`Fetching Node ${version} for ${process.platform} ${process.arch} …`)
    mkdirSync(prefix, { recursive: true })
    await npm(`Node ${version}`, [
      'install',
      '--no-save',
      '--loglevel=warn',
      '--prefix',
      prefix,
      `node@${version}`,
    ])
  }
  return (
    works(program) ??
    fail(`Node ${version} could not be fetched: install Node 24 or newer (https://nodejs.org)`)
  )
}

/** Builds the pages, unless they were last built from these very sources. */
function buildWeb(program) {
  if (builtHash(root) === webHash(root)) return
  const build = ['--disable-warning=ExperimentalWarning', join(root, 'tools', 'build-web.ts')]
  const { status } = spawnSync(program, build, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) fail('the pages could not be built: the lines above say why')
}

function works(program) {
  if (!existsSync(program)) return undefined
  return spawnSync(program, ['--version']).status === 0 ? program : undefined
}

/**
 * The bundle of the service's programs, which is made if their sources have changed. Without one,
 * as where nothing can be written, they run from their sources.
 *
 * @returns {string | undefined} Its folder.
 */
function bundled(program) {
  if (!(script in PROGRAMS)) return undefined
  const current = wholeBundle(root)
  if (current !== undefined && isTaken(current)) return current
  const build = ['--disable-warning=ExperimentalWarning', join(root, 'tools', 'build-program.ts')]
  const how = { cwd: root, stdio: ['ignore', 2, 2], timeout: BUNDLE_MS_MAX }
  const { status } = spawnSync(program, build, how)
  const made = status === 0 ? wholeBundle(root) : undefined
  if (made !== undefined && isTaken(made)) return made
  // With 1 it has said why.
  if (status !== 1) say('The service runs from its sources: its bundle was not completed')
  return undefined
}

/** Whether it stays until we end, though other starts may make new ones of other sources. */
function isTaken(bundle) {
  const mark = useMark(bundle)
  try {
    writeFileSync(mark, '')
    process.once('exit', () => rmSync(mark, { force: true }))
    return true
  } catch (error) {
    // Who cannot write there can use it as it is; it is gone if another start has removed it.
    return error.code !== 'ENOENT'
  }
}

/**
 * The script gets every signal first and decides when to end; we end as it did. If we are killed,
 * it notices by the channel between us; if npm is killed, we tell it.
 */
function run(program, bundle) {
  const command = bundle === undefined ? [script] : [join(bundle, 'svc.js'), ...PROGRAMS[script]]
  // Compiled by its first start: the next ones take half of the processor time.
  const compiled = bundle === undefined ? {} : { NODE_COMPILE_CACHE: join(bundle, 'compiled') }
  const nodeArguments = ['--disable-warning=ExperimentalWarning', ...command, ...scriptArguments]
  const child = spawn(program, nodeArguments, {
    cwd: root,
    env: { ...compiled, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  let announced = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      announced = true
      child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event !== undefined) {
    const before = starters()
    const watch = setInterval(() => {
      if (starters() === before) return
      // Once: a second signal would end the script before it has finished.
      clearInterval(watch)
      if (!announced) child.kill('SIGTERM')
    }, PARENT_MS).unref()
  }
  child.once('error', (error) => fail(error.message))
  child.once('exit', (code, signal) =>
    process.exit(signal === null ? code : 128 + constants.signals[signal]),
  )
}

/** Our parent and, if the system tells, its parent: npm starts us through a shell. */
function starters() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return String(process.ppid)
  }
}

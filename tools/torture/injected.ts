/** Proves the tool: a copy of the service with a bug has to fail its run. */
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
import { type InjectedFault, injectedFaults } from './injected-faults.ts'
import type { Options } from './options.ts'

const root = join(import.meta.dirname, '../..')
const COPIED = ['packages', 'test', 'tools', 'examples', 'package.json', 'tsconfig.json']

type Say = (line: string) => void

/** Each in a run of its own, as long as the options say; exit code 1 when one was not found. */
export async function tryInjected(options: Options, say: Say): Promise<number> {
  const { injected, database } = options
  const chosen = injectedFaults.filter(
    (fault) =>
      (injected === 'all' || fault.name === injected) &&
      (database === 'both' || fault.database === database),
  )
  if (chosen.length === 0) throw new Error(`there is no injected fault ${injected}`)
  let missed = 0
  for (const fault of chosen) {
    const actual = await isFound(fault, options)
    if (!actual) missed++
    say(`${actual ? 'found ' : 'MISSED'}  ${fault.name}`)
  }
  process.stdout.write(`${chosen.length - missed} of ${chosen.length} injected faults found\n`)
  return missed > 0 ? 1 : 0
}

/** Whether the run on the copy says that something was found, and not just that it broke off. */
async function isFound(fault: InjectedFault, { seconds, seed }: Options): Promise<boolean> {
  const copy = copyWith(fault)
  try {
    const flags = ['--first', '--minutes', String(seconds / 60), '--seed', String(seed)]
    const program = join(copy, 'tools/torture/main.ts')
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, ...flags, '--database', fault.database],
      { cwd: copy, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let said = ''
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-100_000)
    })
    const [code] = (await once(child, 'close')) as [number | null]
    const [first = `exit ${code}`] = said.split('\n').filter((line) => line.includes('FOUND'))
    process.stderr.write(`  ${first.slice(0, 300)}\n`)
    return code === 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The repository without its history, the packages of this workspace from the copy itself. */
function copyWith({ name, file, find, replace }: InjectedFault): string {
  const copy = mkdtempSync(join(tmpdir(), `svc-injected-${name}-`))
  for (const entry of COPIED) {
    const filter = (path: string) => !path.endsWith('node_modules')
    cpSync(join(root, entry), join(copy, entry), { recursive: true, filter })
  }
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@svc'), { recursive: true })
  for (const entry of readdirSync(join(root, 'node_modules'))) {
    if (entry !== '@svc') symlinkSync(join(root, 'node_modules', entry), join(modules, entry))
  }
  for (const entry of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', entry), join(modules, '@svc', entry))
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (!source.includes(find)) throw new Error(`${name}: ${file} has changed`)
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  return copy
}

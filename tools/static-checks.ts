/** Checks without running anything: format and lint, types, generated files, house rules. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const program = (name: string): string => join(root, 'node_modules', '.bin', name)
/** For two cores; the compiler uses more than one. */
const AT_A_TIME = 2

type Check = { readonly name: string; readonly command: readonly string[] }

/** Caches its results between runs; it detects changes by content. */
function types(project: string): Check {
  const cache = join(root, 'node_modules', '.cache', `types-${project.replaceAll('/', '-')}.json`)
  const incremental = ['--incremental', '--tsBuildInfoFile', cache]
  return {
    name: `types of ${project}`,
    command: [program('tsc'), '--project', project, ...incremental],
  }
}

/** The slowest first. */
const checks: readonly Check[] = [
  types('.'),
  types('test/browser'),
  { name: 'format and lint', command: [program('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'generated files', command: [process.execPath, 'tools/generate.ts', '--check'] },
  {
    name: 'OpenAPI document',
    command: [program('redocly'), 'lint', 'docs/reference/openapi.json'],
  },
  types('packages/sdk'),
  types('packages/checkout'),
  types('packages/desk'),
]
/** A test file, which `npm test` runs with the others. */
const tidy: Check = { name: 'tidy', command: [process.execPath, '--test', 'test/tidy.test.ts'] }

type StaticResult = { readonly name: string; readonly output: string | undefined }

/** One result per check; `output` says what is wrong. */
export async function staticChecks({ withTidy = false } = {}): Promise<StaticResult[]> {
  const queue = withTidy ? [...checks, tidy] : [...checks]
  const results: StaticResult[] = []
  const work = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const output = await faultsOf(check)
      process.stdout.write(`${output === undefined ? 'ok    ' : 'FAILED'}  ${check.name}\n`)
      results.push({ name: check.name, output })
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return results
}

async function faultsOf({
  command: [file = '', ...parameters],
}: Check): Promise<string | undefined> {
  const child = spawn(file, parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Otherwise the linter would report its use and look for a newer version.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', resolve)
  })
  return code === 0 ? undefined : output || String(code)
}

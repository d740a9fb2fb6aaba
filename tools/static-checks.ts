/** What can be checked without running anything: format and lint, types, generated files. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const program = (name: string): string => join(root, 'node_modules', '.bin', name)

const checks: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'format and lint', command: [program('biome'), 'check', '--error-on-warnings', '.'] },
  ...['.', 'packages/sdk', 'packages/checkout', 'test/browser'].map((project) => ({
    name: `types of ${project}`,
    command: [program('tsc'), '--project', project],
  })),
  { name: 'generated files', command: [process.execPath, 'tools/generate.ts', '--check'] },
  {
    name: 'OpenAPI document',
    command: [program('redocly'), 'lint', 'docs/reference/openapi.json'],
  },
]

export type StaticResult = { readonly name: string; readonly output: string | undefined }

/** One result per check, quickest first; `output` says what is wrong. */
export function staticChecks(): StaticResult[] {
  return checks.map(({ name, command: [file = '', ...parameters] }) => {
    const { status, stdout, stderr } = spawnSync(file, parameters, {
      cwd: root,
      encoding: 'utf8',
      // The linter would report its use and look for a newer version.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    const failed = status !== 0
    process.stdout.write(`${failed ? 'FAILED' : 'ok    '}  ${name}\n`)
    return { name, output: failed ? `${stdout}${stderr}` : undefined }
  })
}

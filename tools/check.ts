/** `npm run check`: the checks that take seconds, then all tests. `--fix` formats first. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const run = (file: string, ...parameters: string[]): number | null =>
  spawnSync(file, parameters, { cwd: root, stdio: 'inherit' }).status

if (process.argv.includes('--fix')) {
  run(join(root, 'node_modules', '.bin', 'biome'), 'check', '--write', '.')
  run(process.execPath, 'tools/generate.ts')
}
process.exitCode = run(process.execPath, 'tools/test.ts') ?? 1

/** `npm run check`: the checks that take seconds, then all tests. `--fix` formats first. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { answerHelp, orSentence } from './options.ts'

const HELP = `npm run check [-- --fix]: the static checks, then all tests, as npm test does.

  --fix    first formats the sources and writes the generated files anew
  --help   this text
`
const root = join(import.meta.dirname, '..')
const run = (file: string, ...parameters: string[]): number | null =>
  spawnSync(file, parameters, { cwd: root, stdio: 'inherit' }).status

const fix = { type: 'boolean', default: false } as const
answerHelp(HELP)
const read = orSentence(() => parseArgs({ options: { fix } }).values)
if (typeof read === 'string') {
  process.stderr.write(`${read}; npm run check -- --help shows what there is\n`)
  process.exitCode = 2
} else {
  if (read.fix) {
    run(join(root, 'node_modules', '.bin', 'biome'), 'check', '--write', '.')
    run(process.execPath, 'tools/generate.ts')
  }
  process.exitCode = run(process.execPath, 'tools/test.ts') ?? 1
}

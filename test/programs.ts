import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Of the server, or of the tests, which change a clock. */
export type Program = 'main.ts' | 'cli.ts' | 'fast-main.ts' | 'offset-main.ts'

/** With `TEST_BUILT`, a folder of `npm run build`, what that has made of the server's programs. */
export function commandOf(program: Program): string[] {
  const built = process.env.TEST_BUILT
  if (program.includes('-')) return [join(root, 'test', program)]
  if (built === undefined) return [join(root, 'packages/server/src', program)]
  const file = resolve(root, built, 'lib/svc.js')
  return program === 'main.ts' ? [file, 'start'] : [file]
}

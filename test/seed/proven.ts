import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Proven = { readonly table: string; readonly row: string; readonly file: string }

const CALL = /^ *prove\(\s*'((?:[^'\\]|\\.)+)',\s*'((?:[^'\\]|\\.)+)'/gm

/** Every row that a test of this folder says it proves. */
export function provenRows(): Proven[] {
  const folder = import.meta.dirname
  const files = readdirSync(folder).filter((file) => /\.(http|browser)\.test\.ts$/.test(file))
  return files.sort().flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(CALL)].map(
      ([, table = '', row = '']) => ({
        table: unescaped(table),
        row: unescaped(row),
        file: `test/seed/${file}`,
      }),
    ),
  )
}

function unescaped(text: string): string {
  return text.replaceAll("\\'", "'")
}

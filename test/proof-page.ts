/** A page that names, for each point of a description, the tests that play it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const docs = join(import.meta.dirname, '../docs')
const ENTRY = /^\[[^\]]+\]\((\.\.\/[^)]+\.ts)\) (.+?)(?: \([^)]*\))?$/

/** The cells of the rows of its tables, without their heads. */
export function proofRows(page: string): readonly (readonly string[])[] {
  return readFileSync(join(docs, page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (---|What|\|)/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
}

/**
 * The rows that name no test, or one that does not stand in its file.
 *
 * @param otherwise the first cells of those whose proof is a command or a measurement.
 */
export function unprovenRows(
  rows: readonly (readonly string[])[],
  otherwise: readonly string[],
): string[] {
  const isProven = (cells: readonly string[]): boolean => {
    const entries = (cells.at(-1) ?? '').split('<br>').flatMap((each) => {
      const [, path = '', name = ''] = ENTRY.exec(each) ?? []
      return path === '' ? [] : [{ path, name }]
    })
    if (entries.length === 0) return otherwise.includes(cells[0] ?? '')
    return entries.every(({ path, name }) => {
      const file = join(docs, path)
      return existsSync(file) && readFileSync(file, 'utf8').includes(name)
    })
  }
  return rows.filter((cells) => !isProven(cells)).map((cells) => cells.join(' | '))
}

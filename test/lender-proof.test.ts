// The proof of the lender names tests that there are.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const docs = join(import.meta.dirname, '../docs')
const ENTRY = /^\[[^\]]+\]\((\.\.\/[^)]+\.test\.ts)\) (.+?)(?: \([^)]*\))?$/

const rows = readFileSync(join(docs, 'lender-proof.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (---|What|\|)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

test('each row of the proof of the lender names a test that stands in its file', () => {
  assert.ok(rows.length > 75, `${rows.length} rows`)
  const missing: string[] = []
  for (const cells of rows) {
    const entries = (cells.at(-1) ?? '').split('<br>').flatMap((each) => {
      const [, path = '', name = ''] = ENTRY.exec(each) ?? []
      return path === '' ? [] : [{ path, name }]
    })
    const known = entries.filter(({ path, name }) => {
      const file = join(docs, path)
      return existsSync(file) && readFileSync(file, 'utf8').includes(name)
    })
    // Of a few points the proof is a command, a measurement, or a kind of tests.
    const isOther = entries.length === 0 && ['54', '55', '56'].includes(cells[0] ?? '')
    if (!isOther && (entries.length === 0 || known.length < entries.length)) {
      missing.push(cells.join(' | '))
    }
  }
  assert.deepEqual(missing, [])
})

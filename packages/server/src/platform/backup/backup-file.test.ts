import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { type BackupHeader, openBackup, writeBackup } from './backup-file.ts'
import { gzipped } from './gzipped.ts'
import { withoutPassword } from './postgres-programs.ts'
import { restoreEmbedded } from './restore-embedded.ts'

const header: BackupHeader = {
  database: 'embedded',
  schema: { newest: 7, required: 3, first: '0001-schema' },
  created: '2026-11-22T18:00:00.000Z',
}

function folderOf(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-backup-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function* pieces(...texts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield Buffer.from(text)
  }
}

test('a backup is read as it was written, and is for its owner only', async (context) => {
  const path = join(folderOf(context), 'one')
  const { bytes, sha256 } = await writeBackup(path, header, pieces('first ', 'second'))
  const text = readFileSync(path, 'utf8')
  assert.match(text, /^store-financing-backup 1 \{/)
  assert.equal(text.length, bytes)
  assert.ok(text.endsWith(`first second${sha256}\n`))
  if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600)
  const backup = await openBackup(path)
  assert.deepEqual(backup.header, header)
  assert.equal((await backup.content().toArray()).join(''), 'first second')
  await assert.rejects(writeBackup(path, header, pieces()), /exists already, and is not replaced/)
  assert.equal(readFileSync(path, 'utf8'), text)
})

test('a backup that fails on its way leaves nothing', async (context) => {
  const folder = folderOf(context)
  const failing = pieces('first', new Error('no space'))
  await assert.rejects(writeBackup(join(folder, 'one'), header, failing), /no space/)
  assert.deepEqual(readdirSync(folder), [])
})

test('a file that was cut off, altered or is something else is refused', async (context) => {
  const folder = folderOf(context)
  const path = join(folder, 'one')
  const { bytes } = await writeBackup(path, header, pieces('x'.repeat(1_000)))
  const copy = join(folder, 'copy')
  for (const length of [0, 10, 40, bytes - 500, bytes - 1]) {
    copyFileSync(path, copy)
    truncateSync(copy, length)
    await assert.rejects(openBackup(copy), /cut off or altered|is no backup/, `${length} bytes`)
  }
  for (const position of [30, 500, bytes - 10]) {
    const content = readFileSync(path)
    content.writeUInt8(content.readUInt8(position) ^ 1, position)
    writeFileSync(copy, content)
    await assert.rejects(openBackup(copy), /cut off or altered/, `byte ${position}`)
  }
  writeFileSync(copy, 'PGDMP and so on')
  await assert.rejects(openBackup(copy), /is no backup of this service/)
})

const entry = (path: string, size: number | null): string => `${JSON.stringify({ path, size })}\n`
const contentOf = (...texts: string[]) => Readable.from(gzipped(pieces(...texts)))

test('files are restored as they were, and only into an empty place', async (context) => {
  const folder = join(folderOf(context), 'database')
  const file = 'y'.repeat(3_000_000)
  const entries = [entry('empty', null), entry('a/one', file.length), file, entry('two', 0)]
  await restoreEmbedded(contentOf(...entries), folder)
  assert.deepEqual(readdirSync(folder).sort(), ['a', 'empty', 'two'])
  assert.equal(readFileSync(join(folder, 'a/one'), 'utf8'), file)
  await assert.rejects(restoreEmbedded(contentOf(), folder), /database in .* already/)
})

test('an archive that names a file elsewhere, or ends early, restores nothing', async (context) => {
  const parent = folderOf(context)
  const folder = join(parent, 'database')
  for (const path of ['../x', '/tmp/x', 'a/../../x', 'C:\\x', '..\\x', '', 'a//b']) {
    const content = contentOf(entry('one', 1), '1', entry(path, 1), '1')
    await assert.rejects(restoreEmbedded(content, folder), /outside of the database/, path)
  }
  const short = contentOf(entry('one', 10), '12345')
  await assert.rejects(restoreEmbedded(short, folder), /in the middle of a file/)
  assert.ok(!existsSync(folder))
  assert.deepEqual(readdirSync(parent), [])
})

test('a password leaves the address for the environment', () => {
  const cases: [string, string, string?][] = [
    ['postgres://h/db', 'postgres://h/db'],
    ['postgres://u@h:5432/db', 'postgres://u@h:5432/db'],
    ['postgresql://u:p%40ss@h:5432,g:1/db?x=1', 'postgresql://u@h:5432,g:1/db?x=1', 'p@ss'],
    ['postgres://u@h/db?password=a%20b&x=1', 'postgres://u@h/db?x=1', 'a b'],
    ['postgres://u@h/db?x=1&password=p', 'postgres://u@h/db?x=1', 'p'],
  ]
  for (const [url, address, password] of cases) {
    assert.deepEqual(withoutPassword(url), { address, password })
  }
})

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Engine, Row } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { ConnectionLost } from './failure.ts'

const parent = mkdtempSync(join(tmpdir(), 'svc-embedded-'))
const whole = join(parent, 'whole')

before(async () => {
  const engine = await openEmbedded(whole)
  await send(engine, 'CREATE TABLE sums (amount integer)')
  await send(engine, 'INSERT INTO sums VALUES (12)')
  await engine.close()
})
after(() => rmSync(parent, { recursive: true, force: true }))

async function send(engine: Engine, text: string): Promise<Row[]> {
  const connection = await engine.connect()
  try {
    const [rows = []] = await connection.batch([{ text, values: [] }])
    engine.release(connection, false)
    return rows
  } catch (error) {
    engine.release(connection, error instanceof ConnectionLost)
    throw error
  }
}

const segments = (folder: string): string[] =>
  readdirSync(join(folder, 'pg_wal'))
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .map((name) => join(folder, 'pg_wal', name))

const damages: Record<string, { by: (folder: string) => void; names: RegExp }> = {
  'zeroed WAL': {
    by: (folder) => {
      for (const path of segments(folder)) writeFileSync(path, Buffer.alloc(16 * 2 ** 20))
    },
    names: /invalid magic number 0000 in WAL segment [0-9A-F]{24}.*could not locate a valid check/,
  },
  'torn WAL': {
    by: (folder) => {
      for (const path of segments(folder)) truncateSync(path, 100)
    },
    names: /could not read from WAL segment [0-9A-F]{24}/,
  },
  'a short control file': {
    by: (folder) => truncateSync(join(folder, 'global', 'pg_control'), 10),
    names: /could not read file "global\/pg_control": read 10 of/,
  },
  'no control file': {
    by: (folder) => rmSync(join(folder, 'global', 'pg_control')),
    names: /could not open file "global\/pg_control"/,
  },
  'another version': {
    by: (folder) => writeFileSync(join(folder, 'PG_VERSION'), '12\n'),
    names: /initialized by PostgreSQL version 12, which is not compatible/,
  },
  'no version': {
    by: (folder) => rmSync(join(folder, 'PG_VERSION')),
    names: /the file PG_VERSION is missing/,
  },
}

test('the caller sets how long a statement may take: a migration needs more', async () => {
  const folder = join(parent, 'patient')
  cpSync(whole, folder, { recursive: true })
  const engine = await openEmbedded(folder)
  const connection = await engine.connect(50)
  const late = { name: ConnectionLost.name, message: 'no answer within 0.05 s' }
  await assert.rejects(connection.script('SELECT pg_sleep(60)'), late)
  engine.release(connection, true)
  assert.deepEqual(await send(engine, 'SELECT 1 AS one'), [{ one: 1 }])
  await engine.close()
})

for (const [damage, { by, names }] of Object.entries(damages)) {
  test(`a folder with ${damage} is refused with the file and what to do`, async () => {
    const folder = join(parent, 'damaged')
    cpSync(whole, folder, { recursive: true })
    by(folder)
    await assert.rejects(openEmbedded(folder), ({ message }: Error) => {
      assert.match(message, names)
      assert.match(message, /move that folder away and restore a backup with "svc restore FILE" /)
      assert.ok(message.includes(folder))
      return true
    })
    rmSync(folder, { recursive: true })
  })
}

test('a database whose creation was interrupted is created again', async () => {
  const folder = join(parent, 'cut')
  cpSync(whole, folder, { recursive: true })
  rmSync(join(folder, 'global'), { recursive: true })
  writeFileSync(`${folder}.incomplete`, '')
  const engine = await openEmbedded(folder)
  assert.ok(!existsSync(`${folder}.incomplete`))
  assert.deepEqual(await send(engine, `SELECT to_regclass('sums') AS actual`), [{ actual: null }])
  await engine.close()
})

test('a thread that dies is named, and the next caller gets another one', async () => {
  const folder = join(parent, 'dying')
  cpSync(whole, folder, { recursive: true })
  const engine = await openEmbedded(folder)
  const wal = join(folder, 'pg_wal')
  await send(engine, 'INSERT INTO sums VALUES (30)')
  renameSync(wal, `${wal}-away`)
  await assert.rejects(
    send(engine, 'SELECT pg_switch_wal(), pg_switch_wal()').then(() => send(engine, 'CHECKPOINT')),
    (error: Error) => error instanceof ConnectionLost && /pg_wal/.test(error.message),
  )
  await assert.rejects(send(engine, 'SELECT 1'), ConnectionLost)
  rmSync(wal, { recursive: true, force: true })
  renameSync(`${wal}-away`, wal)
  assert.deepEqual(await send(engine, 'SELECT sum(amount)::integer AS sum FROM sums'), [
    { sum: 42 },
  ])
  await engine.close()
})

test('none of its files is open to others', { skip: process.platform === 'win32' }, async () => {
  const open = execFileSync('find', [whole, '-perm', '/077', '-not', '-path', whole])
  assert.equal(String(open), '')
})

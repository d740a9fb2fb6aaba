/**
 * An online base backup of the embedded database, as `pg_basebackup` makes one of a server: the
 * files are copied while they change, and the write-ahead log of that time repairs the copy when
 * it is opened (PostgreSQL 18, 25.3.3 "Making a Base Backup Using the Low Level API").
 */
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../narrow.ts'
import type { Reader, Row } from './database.ts'

/** A line of JSON, then `size` bytes of a file; or a folder. */
export type Entry = { readonly path: string; readonly size: number | null }

/** Files that belong to one run of the database, or are added at the end. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|global\/pg_control|pg_(wal|replslot|stat_tmp)\/.*)$/
const SEGMENT = /^[0-9A-F]{24}$/
const CONTROL_FILE = 'global/pg_control'
const CHUNK_BYTES = 2 ** 20
const DUPLICATE_OBJECT = '42710'

/** Retains the log until its part is copied; it ends with the session. */
const SLOT = 'backup'

/**
 * Yields entries and their content, while the service continues: nothing waits for the reader.
 * Throws if another backup is in progress, or the database was restarted meanwhile.
 */
export async function* embeddedBackup(
  { query }: Reader,
  folder: string,
): AsyncGenerator<Uint8Array> {
  await query('SELECT pg_create_physical_replication_slot($1, true, true)', [SLOT]).catch(
    (error: Error & { code?: string }) => {
      throw error.code === DUPLICATE_OBJECT ? new Error('another backup is under way') : error
    },
  )
  let copying = false
  try {
    const start = `SELECT pg_walfile_name(pg_backup_start('backup', true)) AS segment`
    const first = String(rowOf(await query(start, [])).segment)
    copying = true
    yield* filesIn(folder, '')
    yield* controlFile(folder)
    const stop = `SELECT labelfile, pg_walfile_name(lsn) AS segment FROM pg_backup_stop(false)`
    const stopped = rowOf(await query(stop, []))
    const last = String(stopped.segment)
    copying = false
    yield* content('backup_label', Buffer.from(String(stopped.labelfile)))
    for (const name of (await readdir(join(folder, 'pg_wal'))).sort()) {
      if (SEGMENT.test(name) && first <= name && name <= last) yield* file(folder, `pg_wal/${name}`)
    }
  } finally {
    if (copying) await query('SELECT pg_backup_stop(false)', []).catch(() => undefined)
    await query('SELECT pg_drop_replication_slot($1)', [SLOT]).catch(() => undefined)
  }
}

function rowOf([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the database answered nothing')
  return row
}

async function* filesIn(folder: string, parent: string): AsyncGenerator<Uint8Array> {
  for (const entry of await readdir(join(folder, parent), { withFileTypes: true })) {
    const path = parent === '' ? entry.name : `${parent}/${entry.name}`
    if (LEFT_OUT.test(path)) continue
    if (entry.isDirectory()) {
      yield line({ path, size: null })
      yield* filesIn(folder, path)
    } else if (entry.isFile()) yield* file(folder, path)
  }
}

/** The length at the time of opening, whatever happens to the file later. */
async function* file(folder: string, path: string): AsyncGenerator<Uint8Array> {
  const handle = await openIfThere(join(folder, path))
  // A table may be dropped between the list and the file.
  if (handle === undefined) return
  try {
    const { size } = await handle.stat()
    yield line({ path, size })
    for (let position = 0; position < size; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - position))
      // If the file became shorter, zeros fill the gap: the log contains the right content.
      await handle.read(chunk, 0, chunk.length, position)
      position += chunk.length
      yield chunk
    }
  } finally {
    await handle.close()
  }
}

/** The log does not repair this file: it is read until it stops changing. */
async function* controlFile(folder: string): AsyncGenerator<Uint8Array> {
  const read = async (): Promise<Buffer> => {
    const handle = await open(join(folder, CONTROL_FILE))
    try {
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  }
  let bytes = await read()
  for (let next = await read(); !next.equals(bytes); next = await read()) bytes = next
  yield* content(CONTROL_FILE, bytes)
}

function* content(path: string, bytes: Buffer): Generator<Uint8Array> {
  yield line({ path, size: bytes.length })
  yield bytes
}

const line = (entry: Entry): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`)

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

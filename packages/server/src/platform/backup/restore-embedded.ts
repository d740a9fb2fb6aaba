import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline as finished } from 'node:stream/promises'
import { recordOf } from '@svc/api'
import type { Entry } from '../database/embedded-backup.ts'
import { syncFolder } from '../database/embedded-folder.ts'
import { type Bytes, createBytes } from './bytes.ts'

/**
 * Writes the files of an embedded database next to their final folder and renames that folder once
 * they are on disk. Throws if a database exists already.
 */
export async function restoreEmbedded(content: Readable, folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`there is a database in ${folder} already: it is not replaced`)
  }
  const aside = `${folder}.restoring`
  rmSync(aside, { recursive: true, force: true })
  try {
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    const source = createBytes(content)
    for (let entry = await nextEntry(source); entry; entry = await nextEntry(source)) {
      const path = join(aside, entry.path)
      if (entry.size === null) mkdirSync(path, { recursive: true, mode: 0o700 })
      else await writeFile(path, source.take(entry.size))
    }
    syncFolder(aside)
    // An empty folder may exist already.
    rmSync(folder, { recursive: true, force: true })
    renameSync(aside, folder)
    syncFolder(dirname(folder))
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    throw error
  }
}

async function writeFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // `flush`: on the disk before it is closed.
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  await finished(Readable.from(bytes, { objectMode: false }), file)
}

async function nextEntry(source: Bytes): Promise<Entry | undefined> {
  const line = await source.line()
  if (line === undefined) return undefined
  const { path, size } = recordOf(JSON.parse(line))
  if (typeof path !== 'string' || (size !== null && typeof size !== 'number')) {
    throw new Error('the backup holds something other than files and folders')
  }
  // The checksum proves that nothing was altered, not that an honest program wrote it.
  if (path.split(/[/\\]/).some((part) => ['', '.', '..'].includes(part)) || path.includes(':')) {
    throw new Error(`the backup names a file outside of the database: ${path}`)
  }
  return { path, size }
}

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Errors of the disk or the system, for which the files are not to blame. */
const NOT_DAMAGED = /No space left|Permission denied|Read-only|out of memory|no answer within/i

/** The reason why the embedded database does not open, and what to do. */
export function openingFailed(folder: string, reason: string): Error {
  if (NOT_DAMAGED.test(reason)) return new Error(reason)
  return new Error(
    `${reason}. The files in ${folder} are damaged: move that folder away and restore a backup ` +
      'with "svc restore FILE" (docs/operating/backup.md)',
  )
}

/**
 * Call this before the embedded database opens its folder: it would create a new database over one
 * whose `PG_VERSION` is missing. Returns a function to call once it is open.
 */
export function prepareFolder(folder: string): () => void {
  // A database that was never completed contains nothing: a new one is created.
  const marker = `${folder}.incomplete`
  if (existsSync(marker)) rmSync(folder, { recursive: true, force: true })
  else if (existsSync(folder) && readdirSync(folder).length > 0) {
    if (existsSync(join(folder, 'PG_VERSION'))) return () => {}
    throw openingFailed(folder, 'the file PG_VERSION is missing')
  }
  const parent = dirname(folder)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  writeFileSync(marker, '', { mode: 0o600 })
  return () => {
    rmSync(marker)
    syncFolder(parent)
  }
}

/** Makes renames and removals in it survive a power failure. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

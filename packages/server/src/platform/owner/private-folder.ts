import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const OTHERS = 0o077
/**
 * Files by which a folder is recognised as this service's. `lost+found` is the file system's own.
 */
const OWN_FILES = ['owner.lock', 'secret-key', join('database', 'PG_VERSION')]

/**
 * Creates the folder if necessary, and removes all access of others; everything this process writes
 * from now on is private too. Returns whether others could enter it before. Throws a sentence if it
 * belongs to another user, or contains other files (decision 0057).
 */
export function makePrivate(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const user = process.geteuid?.()
  // Windows has no modes: a folder is as private as its parent.
  if (user === undefined) return false
  process.umask(OTHERS)
  const { uid, mode } = statSync(folder)
  if (uid !== user) {
    throw new Error(
      `it belongs to user ${uid} and this process runs as user ${user}: change its owner, ` +
        'or set DATA_DIR to a new folder inside it',
    )
  }
  if ((mode & OTHERS) === 0) return false
  const isOurs =
    readdirSync(folder).every((name) => name === 'lost+found') ||
    OWN_FILES.some((file) => existsSync(join(folder, file)))
  if (!isOurs) {
    throw new Error(
      'other users can enter it, and it holds files of another user: ' +
        'set DATA_DIR to a folder of its own',
    )
  }
  chmodSync(folder, 0o700)
  return true
}

/** Removes access of others from everything in the folder, at any depth. */
export function makeContentPrivate(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o700)
    else if (entry.isFile()) chmodSync(path, 0o600)
  }
}

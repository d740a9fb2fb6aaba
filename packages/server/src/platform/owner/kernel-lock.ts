/**
 * Kernel locks of a folder: they end with the process that holds them, however it ends, and are
 * valid in every pid namespace of the machine. Node offers none, so there are two (decision 0057):
 * on the folder itself through `flock(1)` if that program exists, and always on a file in it
 * through SQLite, which is part of Node.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { recordOf } from '@svc/api'
import { codeOf } from '../narrow.ts'

/** Device and inode: a copy has different ones, a renamed folder keeps them. */
export type Identity = { readonly device: string; readonly inode: string }

export type KernelLock = {
  /** Of the folder and of the locked file in it. */
  readonly folder: Identity
  readonly file: Identity
  release(): void
}

export const LOCKED_FILE = 'owner.guard'
/** How often an owner checks that the locked file is still its own. */
export const CHECK_MS = 1_000
const PROGRAM_MS_MAX = 5_000
const SQLITE_BUSY = 5

export function identityOf(path: string): Identity {
  const { dev, ino } = statSync(path, { bigint: true })
  return { device: String(dev), inode: String(ino) }
}

export function isSame(one: Identity, other: Identity): boolean {
  return one.device === other.device && one.inode === other.inode
}

/** Undefined while another process holds either lock. Never waits for it. */
export function lockWithKernel(folder: string): KernelLock | undefined {
  const directory = process.platform === 'win32' ? 'unsupported' : lockDirectory(folder)
  if (directory === 'taken') return undefined
  const unlock = () => {
    if (directory !== 'unsupported') closeSync(directory)
  }
  try {
    const locked = lockFile(folder, directory === 'unsupported')
    if (locked === undefined) {
      unlock()
      return undefined
    }
    return {
      folder: identityOf(folder),
      file: locked.identity,
      release() {
        locked.database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * The lock belongs to the open file, which this process shares with the program: it remains when
 * the program has ended. Nobody can delete it without deleting the database.
 */
function lockDirectory(folder: string): number | 'taken' | 'unsupported' {
  const descriptor = openSync(folder, 'r')
  const { status } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
    timeout: PROGRAM_MS_MAX,
  })
  if (status === 0) return descriptor
  closeSync(descriptor)
  return status === 1 ? 'taken' : 'unsupported'
}

type LockedFile = { readonly database: DatabaseSync; readonly identity: Identity }

/** `alone`: this is the only lock. */
function lockFile(folder: string, alone: boolean): LockedFile | undefined {
  const path = join(folder, LOCKED_FILE)
  const used = readdirSync(folder).length > 0
  const created = create(path)
  const identity = identityOf(path)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // Otherwise SQLite would create a journal next to the file.
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
    // Somebody may have deleted the file: its owner notices and stops before this continues.
    if (alone && created && used) sleep(3 * CHECK_MS)
    if (isSame(identityOf(path), identity)) return { database, identity }
  } catch (error) {
    database.close()
    const { errcode, code } = recordOf(error)
    if (errcode === SQLITE_BUSY || code === 'ENOENT') return undefined
    throw error
  }
  database.close()
  return undefined
}

/**
 * An existing file is not opened: closing it would release the lock that this process may hold on
 * it.
 */
function create(path: string): boolean {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

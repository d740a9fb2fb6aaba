/**
 * One process owns the data folder: two on one embedded database would lose acknowledged rows. The
 * lock is a file with the owner's pid and start time, so that one left behind by a process that
 * died is told from one that is held, also when its pid has been given to somebody else since.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How the command line reaches the owner: a loopback port and the token that it asks for. */
export type Control = { readonly port: number; readonly token: string }
export type Owner = {
  readonly pid: number
  readonly started: string
  readonly control: Control | null
}

export class FolderTaken extends Error {
  readonly owner: Owner

  constructor(folder: string, owner: Owner) {
    super(`the data folder ${folder} is in use by process ${owner.pid}`)
    this.name = 'FolderTaken'
    this.owner = owner
  }
}

export type FolderLock = {
  /** Tells the command line how to reach this process. */
  announce(control: Control): void
  release(): void
}

const ATTEMPTS_MAX = 20
const pathOf = (folder: string): string => join(folder, 'owner.lock')

/** Takes the folder, made if need be. Throws `FolderTaken` while its owner lives. */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = pathOf(folder)
  const own: Owner = {
    pid: process.pid,
    started: startTime(process.pid) ?? 'unknown',
    control: null,
  }
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    if (create(path, own)) return heldLock(path, own)
    const text = read(path)
    const owner = text === undefined ? undefined : parse(text)
    if (owner !== undefined && isAlive(owner)) throw new FolderTaken(folder, owner)
    if (text !== undefined) setAside(path, text)
  }
  throw new Error(`the lock file ${path} cannot be taken`)
}

/** Who owns the folder now; undefined when nobody does. */
export function folderOwner(folder: string): Owner | undefined {
  const text = read(pathOf(folder))
  const owner = text === undefined ? undefined : parse(text)
  return owner !== undefined && isAlive(owner) ? owner : undefined
}

function heldLock(path: string, own: Owner): FolderLock {
  return {
    announce(control) {
      const aside = `${path}.${own.pid}`
      writeFileSync(aside, JSON.stringify({ ...own, control }), { mode: 0o600 })
      renameSync(aside, path)
    },
    release() {
      const text = read(path)
      if (text !== undefined && parse(text)?.pid === own.pid) rmSync(path, { force: true })
    },
  }
}

/** The file appears whole or not at all: a reader never sees half a lock. */
function create(path: string, own: Owner): boolean {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(aside, JSON.stringify(own), { mode: 0o600 })
  try {
    linkSync(aside, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/**
 * Removes a dead owner's lock. Two processes may try at once: only what was read is removed, and a
 * lock that somebody took in between is put back.
 */
function setAside(path: string, text: string): void {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, path)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parse(text: string): Owner | undefined {
  try {
    const { pid, started, control } = JSON.parse(text)
    return Number.isInteger(pid) && typeof started === 'string'
      ? { pid, started, control }
      : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  if (isUnburied(pid)) return false
  const now = startTime(pid)
  return now === undefined || started === 'unknown' || now === started
}

/** It ended, and nobody has asked for its exit code: in a container perhaps nobody ever will. */
function isUnburied(pid: number): boolean {
  return process.platform === 'linux' && /^[ZX]/.test(statusOf(pid)?.[0] ?? '')
}

/** What Linux tells of a process: its state and, 19 further, when it began. */
function statusOf(pid: number): string[] | undefined {
  try {
    // The name of the program, in parentheses, may hold blanks.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** When the process began, in whatever words the system has; undefined when it does not tell. */
function startTime(pid: number): string | undefined {
  if (process.platform === 'linux') return statusOf(pid)?.[19]
  if (process.platform === 'win32') return undefined
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() ||
      undefined
    )
  } catch {
    return undefined
  }
}

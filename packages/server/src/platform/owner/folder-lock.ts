/**
 * One process owns the data folder: two on one embedded database would lose acknowledged rows.
 * Kernel locks decide who that is (decision 0057); `owner.lock` tells people, and tells the command
 * line how to reach the owner.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { recordOf } from '@svc/api'
import { codeOf } from '../narrow.ts'
import {
  CHECK_MS,
  type Identity,
  identityOf,
  isSame,
  type KernelLock,
  LOCKED_FILE,
  lockWithKernel,
} from './kernel-lock.ts'
import { makePrivate } from './private-folder.ts'

/** How the command line reaches the owner: a loopback port and its token. */
export type Control = { readonly port: number; readonly token: string }
export type Owner = {
  /** In the owner's own pid namespace. */
  readonly pid: number
  readonly started: string
  readonly host: string
  /** The folder that it owns: a copy of this file is not valid for a copied folder. */
  readonly folder: Identity
  readonly control: Control | null
}

export class FolderTaken extends Error {
  /** Undefined if it has not identified itself yet. */
  readonly owner: Owner | undefined

  constructor(folder: string, owner: Owner | undefined) {
    const name = owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host}`
    super(`the data folder ${folder} is in use by ${name}`)
    this.name = 'FolderTaken'
    this.owner = owner
  }
}

export type FolderLock = {
  /** Other users could enter the folder until now. */
  readonly wasOpen: boolean
  /** Tells the command line how to reach this process. */
  announce(control: Control): void
  /** Calls back, once, if the lock was deleted or replaced: another process may own the folder. */
  watch(onLost: (sentence: string) => void): void
  release(): void
}

const pathOf = (folder: string): string => join(folder, 'owner.lock')

/**
 * Locks the folder, which is created if necessary. Throws `FolderTaken` while another process owns
 * it.
 */
export function lockFolder(folder: string): FolderLock {
  const wasOpen = makePrivate(folder)
  const lock = lockWithKernel(folder)
  if (lock === undefined) throw new FolderTaken(folder, readOwner(folder))
  try {
    return heldLock(folder, lock, wasOpen)
  } catch (error) {
    lock.release()
    throw error
  }
}

function heldLock(folder: string, lock: KernelLock, wasOpen: boolean): FolderLock {
  const own: Owner = {
    pid: process.pid,
    started: new Date(performance.timeOrigin).toISOString(),
    host: hostname(),
    folder: lock.folder,
    control: null,
  }
  let text = write(folder, own)
  let timer: NodeJS.Timeout | undefined
  return {
    wasOpen,
    announce(control) {
      text = write(folder, { ...own, control })
    },
    watch(onLost) {
      timer = setInterval(() => {
        const sentence = findLoss(folder, lock, text)
        if (sentence === undefined) return
        clearInterval(timer)
        onLost(sentence)
      }, CHECK_MS)
      timer.unref()
    },
    release() {
      clearInterval(timer)
      if (findLoss(folder, lock, text) === undefined) rmSync(pathOf(folder), { force: true })
      lock.release()
    },
  }
}

/** The evidence that the lock is lost; undefined while it is held. */
function findLoss(folder: string, lock: KernelLock, text: string): string | undefined {
  try {
    if (!isSame(identityOf(folder), lock.folder)) return `another folder stands at ${folder}`
    const file = join(folder, LOCKED_FILE)
    if (!isSame(identityOf(file), lock.file)) return `${file} was replaced`
    return readFileSync(pathOf(folder), 'utf8') === text
      ? undefined
      : `${pathOf(folder)} was replaced`
  } catch (error) {
    // Any other error proves nothing about the lock: it is checked again a second later.
    return ['ENOENT', 'ENOTDIR', 'ESTALE'].includes(codeOf(error) ?? '')
      ? `${recordOf(error).path} is gone`
      : undefined
  }
}

/** The file appears as a whole or not at all: a reader never sees half of it. */
function write(folder: string, owner: Owner): string {
  const path = pathOf(folder)
  const aside = `${path}.new`
  const text = `${JSON.stringify(owner)}\n`
  // Only the owner writes it, so an existing file was left by a process that died.
  rmSync(aside, { force: true })
  writeFileSync(aside, text, { mode: 0o600 })
  renameSync(aside, path)
  return text
}

/** Processes that claim to own this folder. */
function readOwner(folder: string): Owner | undefined {
  try {
    // Its writer is identified by the comparison below.
    const owner = JSON.parse(readFileSync(pathOf(folder), 'utf8')) as Owner
    return Number.isInteger(owner.pid) && isSame(owner.folder, identityOf(folder))
      ? owner
      : undefined
  } catch {
    return undefined
  }
}

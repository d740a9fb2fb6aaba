/** How a command of `npm run svc` gets at the database and speaks with the person who typed it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnsuitable } from '../../platform/database/failure.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { exitCodes } from '../../platform/exit-codes.ts'
import { createIds } from '../../platform/ids.ts'
import {
  type FolderLock,
  FolderTaken,
  lockFolder,
  type Owner,
} from '../../platform/owner/folder-lock.ts'
import { ringsOf } from '../../platform/secrets/key-ring.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { checkSecrets } from '../../tenancy/secrets/check-secrets.ts'
import { needsFolder } from '../data-folder.ts'
import { loadSecretKey } from '../secret-key.ts'
import type { Settings } from '../settings.ts'
import { type CommandAnswers, type CommandInput, type CommandName, runCommand } from './commands.ts'
import { callOwner } from './control.ts'

/** A line for the person at the terminal: stdout carries only the answer. */
export const print = (line: string): void => void process.stderr.write(`${line}\n`)

/** Ends the process over settings or flags that are wrong. */
export function refuse(faults: readonly string[]): never {
  for (const fault of faults) print(fault)
  process.exit(exitCodes.settings)
}

/** How the process ends over an error of a command. */
export function failureCode(error: unknown): number {
  if (error instanceof FolderTaken) return exitCodes.taken
  return error instanceof DatabaseUnsuitable ? exitCodes.settings : exitCodes.failed
}

/** Ends the process after a failed command: its purpose, and the failure. */
export function fail(attempt: string): (error: Error) => never {
  return (error) => {
    print(`${attempt}: ${error.message}`)
    const isUnsuitable = error instanceof DatabaseUnsuitable
    process.exit(isUnsuitable ? exitCodes.settings : exitCodes.failed)
  }
}

/**
 * The data folder for this process, or who owns it. A folder is not made only to find nothing in
 * it, unless the command `creates` a database.
 */
export function lockOrOwner({ dataDir }: Settings, creates: boolean): FolderLock | Owner {
  if (!creates && !existsSync(dataDir)) throw new Error(`there is no database in ${dataDir}`)
  try {
    return lockFolder(dataDir)
  } catch (error) {
    if (error instanceof FolderTaken && error.owner !== undefined) return error.owner
    throw error
  }
}

/** Of the embedded database. */
export const databaseFolder = ({ dataDir }: Settings): string => join(dataDir, 'database')

export function assertDatabase(settings: Settings): void {
  if (existsSync(databaseFolder(settings))) return
  throw new Error(`there is no database in ${settings.dataDir}`)
}

type Ask = <N extends CommandName>(command: N, input: CommandInput) => Promise<CommandAnswers[N]>

/** Carries out one command. */
export function run<N extends CommandName>(
  settings: Settings,
  command: N,
  input: CommandInput,
): Promise<CommandAnswers[N]> {
  return runAll(settings, (ask) => ask(command, input), command === 'create-store')
}

/**
 * Carries out commands by the process that owns the data folder; opens the database itself when
 * nobody does, or when it is a server.
 */
export async function runAll<T>(
  settings: Settings,
  work: (ask: Ask) => Promise<T>,
  creates = false,
): Promise<T> {
  const { databaseUrl } = settings
  const mayBegin = creates || databaseUrl !== undefined
  const lock = needsFolder(settings) ? lockOrOwner(settings, mayBegin) : undefined
  if (lock !== undefined && 'pid' in lock)
    return work((command, input) => callOwner(lock, command, input))
  try {
    if (!mayBegin) assertDatabase(settings)
    const folder = databaseFolder(settings)
    const clock = systemClock
    const ids = createIds(clock)
    const database = await openDatabase({ databaseUrl, folder, fraction: ids.fraction, print })
    try {
      const vault = createVault(ringsOf(settings.rings, loadSecretKey(settings)))
      const unreadable = await checkSecrets(database, vault)
      if (unreadable.length > 0) throw new Error(unreadable.join('; '))
      const place = databaseUrl === undefined ? folder : undefined
      const workplace = { database, clock, ids, vault, folder: place }
      return await work((command, input) => runCommand(workplace, command, input))
    } finally {
      await database.close()
    }
  } finally {
    lock?.release()
  }
}

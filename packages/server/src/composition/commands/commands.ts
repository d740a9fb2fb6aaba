import { hostname, userInfo } from 'node:os'
import type { NewStoreWish } from '@svc/api'
import { audit } from '../../audit/audit.ts'
import { auditWithSeals, type KeptSeal } from '../../audit/kept-seals.ts'
import type { Acting } from '../../model/actions/action.ts'
import { newStore } from '../../model/stores/new-store.ts'
import { listSeals } from '../../outbound/seals/list-seals.ts'
import { backUpEmbedded } from '../../platform/backup/back-up.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { assert } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { type RealClock, systemClock } from '../../platform/time/clock.ts'
import { formatKey } from '../../tenancy/api-keys/key-format.ts'
import { countToRekey, rekeyBatch } from '../../tenancy/secrets/rekey.ts'
import { createStore } from '../../tenancy/stores/create-store.ts'
import {
  createOperatorsKey,
  type KeyInput,
  revokeOperatorsKey,
  showKeys,
  showStores,
} from './key-commands.ts'

/** What the commands work with: the owner's, or one opened for them. */
export type Workplace = {
  readonly database: Database
  readonly clock: RealClock
  readonly ids: Ids
  readonly vault: Vault
  /** Of the embedded database; undefined with a server. */
  readonly folder: string | undefined
}

/** Commands that need nothing but a reader. */
export type ReadingName = 'audit' | 'seals' | 'list-stores' | 'list-keys'
export type CommandName =
  | ReadingName
  | 'backup'
  | 'create-store'
  | 'create-key'
  | 'revoke-key'
  | 'count-to-rekey'
  | 'rekey'
export type CommandInput = KeyInput & {
  readonly store?: NewStoreWish
  /** Where a backup is written. */
  readonly path?: string
  /** Rows that `rekey` leaves alone. */
  readonly skip?: readonly string[]
  /** What an audit compares with what is stored. */
  readonly keptSeals?: readonly KeptSeal[] | undefined
}

const reading: readonly string[] = ['audit', 'seals', 'list-stores', 'list-keys']

function isReading(command: CommandName): command is ReadingName {
  return reading.includes(command)
}

export async function runReading(
  reader: Reader,
  command: ReadingName,
  input: CommandInput,
): Promise<object> {
  const { keptSeals } = input
  if (command === 'list-stores') return showStores(reader, systemClock.now())
  if (command === 'list-keys') return showKeys(reader, input)
  if (command === 'seals') return listSeals({ database: reader })
  return keptSeals === undefined ? audit(reader) : auditWithSeals(reader, keptSeals)
}

/** Whoever sits at the machine: the user of the process that carries the command out. */
function commandLine(command: CommandName, at: Date): Acting {
  return {
    principal: { kind: 'cli', id: userName(), name: hostname() },
    at,
    route: `svc ${command}`,
    ...{ mode: null, requestId: null, address: null, agent: null },
  }
}

/** In a container the user may have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

/** Runs a command of `npm run svc` and answers what it prints as JSON. */
export async function runCommand(
  { database, clock, ids, vault, folder }: Workplace,
  command: CommandName,
  input: CommandInput,
): Promise<object> {
  if (isReading(command)) return runReading(database, command, input)
  const acting = commandLine(command, clock.now())
  const working = { database, writer: database, clock, ids, acting }
  if (command === 'create-key') return createOperatorsKey(working, input)
  if (command === 'revoke-key') return revokeOperatorsKey(working, input)
  const { store: wish, skip, path } = input
  if (command === 'backup') {
    assert(path !== undefined, 'a backup has a path')
    if (folder === undefined)
      throw new Error('the service uses a PostgreSQL server: set DATABASE_URL to back that up')
    return backUpEmbedded({ reader: database, clock, path }, folder)
  }
  if (command === 'count-to-rekey') return { count: await countToRekey({ database, vault }) }
  if (command === 'rekey') return rekeyBatch({ ...working, vault }, skip)
  assert(wish !== undefined, 'a new store has a name')
  const { name, url, notification_url: notificationUrl, time_zone: timeZone, currency } = wish
  const notificationAuth = wish.plugin === true ? ('token' as const) : undefined
  const described = { name, url, notificationUrl, timeZone, currency, notificationAuth }
  const store = newStore({ ...described, id: ids.next(), products: [] })
  const privateKey = formatKey('private', ids.bytes(32))
  const publicKey = formatKey('public', ids.bytes(32))
  // A plugin has one field for a secret, and compares that.
  const token = wish.plugin === true ? { notificationToken: privateKey } : {}
  await createStore(working, { store, privateKey, publicKey, vault, ...token })
  const keys = { store_id: store.id, private_key: privateKey, public_key: publicKey }
  return wish.plugin === true ? { ...keys, notification_token: privateKey } : keys
}

import type { NewStoreWish } from '@svc/api'
import { audit } from '../audit/audit.ts'
import { auditWithSeals, type KeptSeal } from '../audit/kept-seals.ts'
import type { Clock } from '../clock.ts'
import type { Database, Reader } from '../database/database.ts'
import type { Ids } from '../ids.ts'
import { assert } from '../refusal.ts'
import { listSeals } from '../seals/list-seals.ts'
import { countToRekey, rekeyBatch } from '../secrets/rekey.ts'
import { createStore } from '../stores/create-store.ts'
import { formatKey } from '../stores/key-format.ts'
import { newStore } from '../stores/new-store.ts'
import type { Vault } from '../vault.ts'

/** What the commands work with: the owner's, or one opened for them. */
export type Workplace = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
}

/** Commands that need nothing but a reader. */
export type ReadingName = 'audit' | 'seals'
export type CommandName = ReadingName | 'create-store' | 'count-to-rekey' | 'rekey'
export type CommandInput = {
  readonly store?: NewStoreWish
  /** Rows that `rekey` leaves alone. */
  readonly skip?: readonly string[]
  /** What an audit compares with what is stored. */
  readonly keptSeals?: readonly KeptSeal[] | undefined
}

export async function runReading(
  reader: Reader,
  command: ReadingName,
  { keptSeals }: CommandInput,
): Promise<object> {
  if (command === 'seals') return listSeals({ database: reader })
  return keptSeals === undefined ? audit(reader) : auditWithSeals(reader, keptSeals)
}

/** Runs a command of `npm run svc` and answers what it prints as JSON. */
export async function runCommand(
  { database, clock, ids, vault }: Workplace,
  command: CommandName,
  input: CommandInput,
): Promise<object> {
  if (command === 'audit' || command === 'seals') return runReading(database, command, input)
  const { store: wish, skip } = input
  if (command === 'count-to-rekey') return { count: await countToRekey({ database, vault }) }
  if (command === 'rekey') return rekeyBatch({ database, vault }, skip)
  assert(wish !== undefined, 'a new store has a name')
  const { name, url, notification_url: notificationUrl, time_zone: timeZone, currency } = wish
  const described = { name, url, notificationUrl, timeZone, currency }
  const store = newStore({ ...described, id: ids.next(), products: [] })
  const privateKey = formatKey('private', ids.bytes(32))
  const publicKey = formatKey('public', ids.bytes(32))
  await createStore({ writer: database, clock, ids }, { store, privateKey, publicKey, vault })
  return { store_id: store.id, private_key: privateKey, public_key: publicKey }
}

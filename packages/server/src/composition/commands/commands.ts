import { hostname, userInfo } from 'node:os'
import type { NewStoreWish } from '@svc/api'
import { type AuditReport, audit } from '../../audit/audit.ts'
import { auditWithSeals, type SealCopy } from '../../audit/seal-copies.ts'
import type { Checkpoint } from '../../audit/since.ts'
import { type HeadCopy, verifyActions } from '../../audit/verify-actions.ts'
import { setPolicy } from '../../checkout/exposure/set-policy.ts'
import { findPolicy } from '../../checkout/exposure/store.ts'
import { policyView } from '../../checkout/exposure/view.ts'
import type { Acting } from '../../model/actions/action.ts'
import { type PolicyWish, standardPolicy } from '../../model/exposure/rules.ts'
import { newStore } from '../../model/stores/new-store.ts'
import { listSeals } from '../../outbound/seals/list-seals.ts'
import { backUpEmbedded } from '../../platform/backup/back-up.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { assert } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { machineClock, type RealClock, systemClock } from '../../platform/time/clock.ts'
import { listHeads } from '../../tenancy/actions/list-heads.ts'
import { formatKey } from '../../tenancy/api-keys/key-format.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { countToRekey, rekeyBatch } from '../../tenancy/secrets/rekey.ts'
import { createStore } from '../../tenancy/stores/create-store.ts'
import { collectFacts } from '../doctor/facts.ts'
import { changeOperatorsJob, type JobInput, showJobs } from './job-commands.ts'
import {
  changeOperatorsStore,
  createOperatorsKey,
  createOperatorsLenderKey,
  inWords,
  type KeyInput,
  revokeOperatorsKey,
  revokeOperatorsLenderKey,
  showKeys,
  showLenderKeys,
  showStores,
} from './key-commands.ts'
import {
  eraseAgain,
  eraseOperatorsPerson,
  exportOperatorsPerson,
  type PersonInput,
  showDue,
  showErased,
} from './person-commands.ts'
import {
  disableOperatorsPerson,
  endOperatorsSessions,
  inviteOperatorsPerson,
  offerFirstLink,
  recoverOperatorsPerson,
  type StaffInput,
  showSessions,
  showStaff,
} from './staff-commands.ts'

/** The database of the commands: the owner's, or one opened for them. */
export type Workplace = {
  readonly database: Database
  readonly clock: RealClock
  readonly ids: Ids
  readonly vault: Vault
  /** Data folder of the embedded database; undefined with a server. */
  readonly folder: string | undefined
}

export type CommandInput = KeyInput &
  StaffInput &
  JobInput &
  PersonInput & {
    readonly store?: NewStoreWish
    /** Path of the backup. */
    readonly path?: string
    /** A person's limit over all stores. */
    readonly policy?: PolicyWish
    /** Rows that `rekey` leaves alone. */
    readonly skip?: readonly string[]
    /** How many queries the reader carries out at a time. */
    readonly atOnce?: number
    /** Saved seals that an audit compares with the stored ones. */
    readonly sealCopies?: readonly SealCopy[] | undefined
    /** Checkpoint of an earlier audit, to continue from. */
    readonly since?: Checkpoint | undefined
    /** Whether it answers a checkpoint. */
    readonly checkpoint?: boolean
    /** Earlier ends of chains that the log of actions is compared with. */
    readonly headCopies?: readonly HeadCopy[] | undefined
  }

type Reading = { readonly database: Reader }
type Working = Workplace & RealWriting

/** Commands that need nothing but a reader. */
const readings = {
  audit: runAudit,
  seals: listSeals,
  'action-heads': listHeads,
  'verify-actions': ({ database }: Reading, { headCopies, atOnce }: CommandInput) =>
    verifyActions(database, headCopies, atOnce),
  doctor: ({ database }: Reading, _: CommandInput) => collectFacts(database, machineClock),
  'list-stores': ({ database }: Reading) => showStores(database, systemClock.now()),
  'show-rates': async ({ database }: Reading, _: CommandInput) =>
    policyView((await findPolicy(database)) ?? standardPolicy('')),
  'list-keys': ({ database }: Reading, input: CommandInput) => showKeys(database, input),
  'list-lender-keys': ({ database }: Reading) => showLenderKeys(database),
  'list-jobs': showJobs,
  'list-staff': ({ database }: Reading) => showStaff({ database }),
  'list-due': (reading: Reading) => showDue(reading, systemClock.now()),
}
const commands = {
  ...readings,
  'create-key': createOperatorsKey,
  'revoke-key': revokeOperatorsKey,
  'create-lender-key': createOperatorsLenderKey,
  'revoke-lender-key': revokeOperatorsLenderKey,
  'offer-first': offerFirstLink,
  'invite-staff': inviteOperatorsPerson,
  'disable-staff': disableOperatorsPerson,
  'recover-staff': recoverOperatorsPerson,
  'list-sessions': showSessions,
  'end-sessions': endOperatorsSessions,
  'export-person': exportOperatorsPerson,
  'erase-person': eraseOperatorsPerson,
  'list-erased': showErased,
  'erase-again': eraseAgain,
  backup: backUpFolder,
  'create-store': createOperatorsStore,
  'change-store': changeOperatorsStore,
  'change-job': changeOperatorsJob,
  'set-rates': async (working: Working, { policy }: CommandInput) => {
    assert(policy !== undefined, 'rates are of a currency')
    return policyView(await inWords(setPolicy(working, { wish: policy })))
  },
  'count-to-rekey': async (working: Working) => ({ count: await countToRekey(working) }),
  rekey: (working: Working, { skip }: CommandInput) => rekeyBatch(working, skip),
}
export type ReadingName = keyof typeof readings
export type CommandName = keyof typeof commands
/** The result of each command, by its name. */
export type CommandAnswers = {
  readonly [N in CommandName]: Awaited<ReturnType<(typeof commands)[N]>>
}
type Table<Place, Name extends CommandName> = {
  readonly [N in Name]: (place: Place, input: CommandInput) => Promise<CommandAnswers[N]>
}

export const isCommand = (name: unknown): name is CommandName =>
  typeof name === 'string' && Object.hasOwn(commands, name)

export function runReading<N extends ReadingName>(
  database: Reader,
  command: N,
  input: CommandInput,
): Promise<CommandAnswers[N]> {
  const table: Table<Reading, ReadingName> = readings
  return table[command]({ database }, input)
}

/** The operator at the machine: the user of the process that carries the command out. */
export function commandLine(command: string, at: Date): Acting {
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

/** Runs a command of `npm run svc` and returns the JSON that it prints. */
export function runCommand<N extends CommandName>(
  workplace: Workplace,
  command: N,
  input: CommandInput,
): Promise<CommandAnswers[N]> {
  const table: Table<Working, CommandName> = commands
  const acting = commandLine(command, workplace.clock.now())
  return table[command]({ ...workplace, writer: workplace.database, acting }, input)
}

async function runAudit(
  reading: Reading,
  { sealCopies, atOnce, since, checkpoint }: CommandInput,
): Promise<AuditReport & { readonly checkpoint?: Checkpoint }> {
  // Before anything is read: in a live database, events sealed meanwhile are not proven.
  const seals = checkpoint === true ? await listSeals(reading) : undefined
  const copies = [...(sealCopies ?? []), ...(since?.seals ?? [])]
  const report =
    sealCopies === undefined && since === undefined
      ? await audit(reading.database, atOnce)
      : await auditWithSeals(reading.database, copies, atOnce, since)
  if (seals === undefined || report.findings.length > 0) return report
  return { ...report, checkpoint: { audited: report.audited, whole: report.whole, seals } }
}

async function backUpFolder({ database, clock, folder }: Working, { path }: CommandInput) {
  assert(path !== undefined, 'a backup has a path')
  if (folder === undefined)
    throw new Error('the service uses a PostgreSQL server: set DATABASE_URL to back that up')
  return backUpEmbedded({ reader: database, clock, path }, folder)
}

async function createOperatorsStore(working: Working, { store: wish }: CommandInput) {
  const { ids, vault } = working
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

/**
 * `npm run svc -- <command>`: what an operator does beside the API. Its stdout carries only the
 * answer.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NewStoreBody, type NewStoreWish } from '@svc/api'
import type { AuditReport } from './audit/audit.ts'
import { systemClock } from './clock.ts'
import { commandWithSettings, settingsOf } from './command-line.ts'
import { openDatabase } from './database/open-database.ts'
import { exitCodes } from './exit-codes.ts'
import { INPUT_MAX, proveRate } from './financing/apr-proof.ts'
import { compile } from './http/checker.ts'
import { createIds } from './ids.ts'
import { type CommandInput, type CommandName, runCommand } from './owner/commands.ts'
import { askOwner } from './owner/control.ts'
import { folderOwner, lockFolder } from './owner/folder-lock.ts'
import { loadSecretKey } from './owner/secret-key.ts'
import type { SealReport } from './seals/list-seals.ts'
import type { Settings } from './settings.ts'
import { canReadSecrets } from './stores/can-read-secrets.ts'
import { createVault } from './vault.ts'

const tell = (line: string): void => void process.stderr.write(`${line}\n`)

function refuse(faults: readonly string[]): never {
  for (const fault of faults) tell(fault)
  process.exit(exitCodes.settings)
}

/**
 * Asks the process that owns the data folder; opens the database itself when nobody does, or when
 * it is a server.
 */
async function run(settings: Settings, command: CommandName, input: CommandInput): Promise<object> {
  const { databaseUrl, dataDir } = settings
  const owner = folderOwner(dataDir)
  if (owner !== undefined) {
    if (owner.control === null)
      throw new Error(`process ${owner.pid} is starting: ask again in a moment`)
    return askOwner(owner.control, command, input)
  }
  const folder = join(dataDir, 'database')
  if (command !== 'create-store' && databaseUrl === undefined && !existsSync(folder)) {
    throw new Error(`there is no database in ${dataDir}`)
  }
  const lock = lockFolder(dataDir)
  try {
    const clock = systemClock
    const ids = createIds(clock)
    const database = await openDatabase({ databaseUrl, folder, fraction: ids.fraction, tell })
    try {
      const vault = createVault(loadSecretKey(settings))
      if (!(await canReadSecrets(database, vault))) {
        throw new Error('SECRET_KEY is not the one that encrypted the stored secrets')
      }
      return await runCommand({ database, clock, ids, vault }, command, input)
    } finally {
      await database.close()
    }
  } finally {
    lock.release()
  }
}

function showAudit({ checked, checks, findings }: AuditReport): void {
  for (const { invariant, message, store_id, order_id, count } of findings) {
    const place = [store_id, order_id].filter(Boolean).join('/')
    process.stdout.write(`${invariant}  ${message}  ${place}  (${count} in all)\n`)
  }
  const found = findings.length === 0 ? 'nothing found' : `${findings.length} invariants are broken`
  const { orders, entries, events, seals } = checked
  const counted = `${orders} orders, ${entries} ledger entries, ${events} events, ${seals} seals`
  process.stdout.write(`${counted}, ${checks.length} checks: ${found}\n`)
}

type StoreFlags = {
  readonly name: string
  readonly url?: string
  readonly notificationUrl?: string
  readonly timeZone?: string
  readonly currency?: string
}

/** What `PATCH /me` would refuse is refused here too, every flag at once. */
function newStoreOf({ name, url, notificationUrl, timeZone, currency }: StoreFlags): NewStoreWish {
  const { value, fields } = compile(NewStoreBody)({
    name: name.trim(),
    url,
    notification_url: notificationUrl,
    time_zone: timeZone,
    currency,
  })
  if (fields === undefined) return value
  const faults = Object.entries(fields).map(
    ([field, sentences]) => `--${field.replaceAll('_', '-')} ${sentences.join('; ')}`,
  )
  return refuse(faults)
}

async function standardInput(): Promise<Buffer> {
  if (process.stdin.isTTY) refuse(['flows are read from standard input: apr < flows.json'])
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > INPUT_MAX) refuse([`the flows have more than ${INPUT_MAX} bytes`])
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const program = commandWithSettings('svc').description('Store financing service')

program
  .command('audit')
  .description(
    'proves what must hold of all that is stored: 0 nothing found, 1 findings, 2 could not run',
  )
  .option('--json', 'print the report as JSON')
  .action(async ({ json }: { json?: boolean }) => {
    const settings = settingsOf(program, process.env, (faults) => {
      for (const fault of faults) tell(fault)
      process.exit(exitCodes.notRun)
    })
    try {
      const report = (await run(settings, 'audit', {})) as AuditReport
      if (json === true) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
      else showAudit(report)
      process.exitCode = report.findings.length === 0 ? 0 : exitCodes.findings
    } catch (error) {
      tell(`the audit could not run: ${(error as Error).message}`)
      process.exitCode = exitCodes.notRun
    }
  })

program
  .command('seals')
  .description(
    'the newest seal of every store and mode: kept elsewhere, it proves what is before it',
  )
  .option('--json', 'print the seals as JSON')
  .action(async ({ json }: { json?: boolean }) => {
    const settings = settingsOf(program, process.env, refuse)
    const seals = (await run(settings, 'seals', {}).catch((error: Error) => {
      tell(`the seals could not be read: ${error.message}`)
      return process.exit(exitCodes.failed)
    })) as SealReport[]
    const lines = seals.map(({ store_id, mode, number, last_position, hash, created }) =>
      [store_id, mode, number, last_position, hash, created].join('  '),
    )
    const text = json === true ? JSON.stringify(seals, null, 2) : lines.join('\n')
    if (text !== '') process.stdout.write(`${text}\n`)
  })

program
  .command('stores')
  .description('the stores of this service')
  .command('create')
  .description('creates a store and prints its id and both keys, once')
  .requiredOption('--name <name>', 'name of the store, 1 to 255 characters')
  .option('--url <url>', "address of the store's site")
  .option('--notification-url <url>', 'where its notifications go, unless a checkout says so')
  .option('--time-zone <zone>', 'IANA name (Europe/Madrid)')
  .option('--currency <code>', 'ISO 4217 code of what it sells in (EUR)')
  .action(async (flags: StoreFlags) => {
    const store = newStoreOf(flags)
    const settings = settingsOf(program, process.env, refuse)
    const created = await run(settings, 'create-store', { store }).catch((error: Error) => {
      tell(`the store could not be created: ${error.message}`)
      return process.exit(exitCodes.failed)
    })
    process.stdout.write(`${JSON.stringify(created, null, 2)}\n`)
  })

program
  .command('apr')
  .description(
    'the annual percentage rate of flows on standard input, {"in": [["0", 196000]], ' +
      '"out": [["1/12", "1/12", 240, 1432.86]]}, with its proof; needs no settings',
  )
  .action(async () => {
    const answer = proveRate(await standardInput())
    if ('faults' in answer) refuse(answer.faults)
    if ('proof' in answer) process.stdout.write(`${JSON.stringify(answer.proof)}\n`)
    else {
      tell(answer.refused)
      process.exitCode = exitCodes.failed
    }
  })

await program.parseAsync()

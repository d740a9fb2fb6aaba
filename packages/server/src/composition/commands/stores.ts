import { NewStoreBody, type NewStoreWish } from '@svc/api'
import { type Command, Option } from 'commander'
import { type Environment, settingsOf } from '../command-line.ts'
import { fail, refuse, run } from './command-run.ts'
import { checkFlags } from './flags.ts'
import { read } from './without-service.ts'

type StoreFlags = {
  readonly name: string
  readonly url?: string
  readonly notificationUrl?: string
  readonly timeZone?: string
  readonly currency?: string
  readonly plugin?: boolean
}

/** `svc stores …`. */
export function addStores(program: Command, environment: Environment): void {
  const stores = program.command('stores').description('the stores of this service')
  addList(stores, program, environment)
  addStates(stores, program, environment)
  stores
    .command('create')
    .description('creates a store and prints its id and both keys once')
    .requiredOption('--name <name>', 'name of the store, 1 to 255 characters')
    .option('--url <url>', "URL of the store's site")
    .option('--notification-url <url>', 'default URL for notifications; a checkout can override it')
    .option('--time-zone <zone>', 'IANA name (Europe/Madrid)')
    .option('--currency <code>', 'ISO 4217 code of its default currency (EUR)')
    .option('--plugin', 'for a shop plugin: notifications carry the private key as their token')
    .action(async (flags: StoreFlags) => {
      const store = newStoreOf(flags)
      const settings = settingsOf(program, environment, refuse)
      const created = await run(settings, 'create-store', { store }).catch(
        fail('the store could not be created'),
      )
      process.stdout.write(`${JSON.stringify(created, null, 2)}\n`)
    })
}

type StateFlags = {
  readonly store: string
  readonly mode: string
  readonly note: string
  readonly captures?: boolean
  readonly payouts?: boolean
}

/** At the machine nobody asks a second person: of live mode it lifts nothing once there are two. */
function addStates(stores: Command, program: Command, environment: Environment): void {
  const acts = {
    suspend: 'immediately suspends new credit of a store in one mode, and optionally more',
    resume: 'lifts a suspension; in live mode only while there is a single administrator',
  } as const
  for (const act of ['suspend', 'resume'] as const) {
    const command = stores
      .command(act)
      .description(acts[act])
      .requiredOption('--store <id>', 'id of the store')
      .addOption(
        new Option('--mode <mode>', 'of what').choices(['live', 'sandbox']).default('live'),
      )
      .requiredOption('--note <text>', 'reason, stored in the action log')
    if (act === 'suspend') {
      command.option('--captures', 'also suspends captures and confirmations')
      command.option('--payouts', 'also suspends payouts')
    }
    command.action(async ({ store: storeId, mode: named, note, ...also }: StateFlags) => {
      const mode = named === 'sandbox' ? 'sandbox' : 'live'
      const off = [
        ...(also.captures === true ? [['captures', false] as const] : []),
        ...(also.payouts === true ? [['payouts', false] as const] : []),
      ]
      const stateChange = { act, mode, note, switches: Object.fromEntries(off) } as const
      const settings = settingsOf(program, environment, refuse)
      const changed = await run(settings, 'change-store', { storeId, stateChange }).catch(
        fail('the store could not be changed'),
      )
      process.stdout.write(`${JSON.stringify(changed, null, 2)}\n`)
    })
  }
}

function addList(stores: Command, program: Command, environment: Environment): void {
  stores
    .command('list')
    .description('prints the stores as JSON: id, name, url, creation time, number of active keys')
    .action(async () => {
      const settings = settingsOf(program, environment, refuse)
      const listed = await read(settings, 'list-stores', {}).catch(
        fail('the stores could not be read'),
      )
      process.stdout.write(`${JSON.stringify(listed, null, 2)}\n`)
    })
}

/** Values that `PATCH /me` would refuse are refused here too, every flag together. */
function newStoreOf(flags: StoreFlags): NewStoreWish {
  const { name, url, notificationUrl, timeZone, currency, plugin } = flags
  return checkFlags(NewStoreBody, {
    name: name.trim(),
    url,
    notification_url: notificationUrl,
    time_zone: timeZone,
    currency,
    plugin,
  })
}

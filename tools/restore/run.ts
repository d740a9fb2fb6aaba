/** One drill: a server under load is lost, and restored to several points in time. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { queryServer } from '../../test/postgres-faults.ts'
import { createRandom } from '../simulate/random.ts'
import { runCommand } from '../torture/process.ts'
import { openShop } from '../torture/shop.ts'
import { startLoad } from '../torture/start-load.ts'
import type { Counts } from '../torture/tally.ts'
import { openTrade, type Trade } from '../torture/trade.ts'
import { startArchivedServer } from './archived-server.ts'
import { watchCreations } from './creations.ts'
import type { Moment } from './moment.ts'
import { createProof, type Restored } from './proof.ts'
import { createServices, type Drill, type RunOptions } from './services.ts'

const SEALED_MS_MAX = 120_000

export type Report = Counts & { readonly restored: readonly Restored[] }

export async function drill(options: RunOptions): Promise<Report> {
  const { seed, tally } = options
  const server = await startArchivedServer()
  const folder = mkdtempSync(join(tmpdir(), 'svc-restored-'))
  const shop = await openShop(createRandom(seed, 4))
  const service = createServices(folder, tally)
  const run: Drill = { ...options, server, shop, folder, service, trades: [] }
  try {
    await server.follow('Archive')
    await service.start(server.url)
    const moments = await happen(run)
    await service.stop()
    await server.destroy()
    return { restored: await restoreAll(run, moments), ...tally.counts() }
  } finally {
    service.kill()
    shop.close()
    server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Moments = Readonly<Record<'named' | 'time' | 'backup', Moment>>

const backupFile = ({ folder }: Drill): string => join(folder, 'backup')
const sealsFile = ({ folder }: Drill, when: 'before' | 'after'): string =>
  join(folder, `seals-${when}.json`)

/** Load, and the operations during it; seals are printed before the targets, and after them. */
async function happen(run: Drill): Promise<Moments> {
  const { server, seconds, say } = run
  await addTrade(run, 0)
  await addTrade(run, 1)
  const load = loadOf(run)
  const goOn = () => pause(seconds * 1_000)
  await goOn()
  await server.follow('Base backup')
  say('base backup made')
  await waitForSeals(run, 'before')
  await goOn()
  const backup = await momentOf(() => svc(run, server.url, 'backup', backupFile(run)))
  say('backup by svc made')
  await goOn()
  const named = await momentOf(() => server.follow('Create a restore point'))
  await goOn()
  const now = Date.now()
  say(`the moment is ${new Date(now).toISOString()}`)
  await goOn()
  await load.stop()
  await openNewStore(run)
  await waitForSeals(run, 'after')
  await server.archived()
  return { backup, named, time: { from: now, until: now } }
}

async function addTrade(run: Drill, store: number, place = run.service.place): Promise<Trade> {
  const { seed, tally, shop, trades } = run
  const trade = await openTrade({ arena: { services: [{ place }] }, seed, tally, shop }, store)
  trades.push({ trade, creations: watchCreations(trade) })
  return trade
}

function loadOf(run: Drill) {
  return startLoad({ ...run, trades: run.trades.map(({ trade }) => trade) })
}

async function momentOf(work: () => Promise<unknown>): Promise<Moment> {
  const from = Date.now()
  await work()
  return { from, until: Date.now() }
}

/** A store created after all targets, with an order: its stream is sealed immediately. */
async function openNewStore(run: Drill): Promise<void> {
  const { server, service } = run
  const made = await svc(run, server.url, 'stores', 'create', '--name', 'Newcomer')
  const { private_key: key } = JSON.parse(made)
  const place = () => {
    const at = service.place()
    return at && { ...at, keys: [key] }
  }
  const trade = await addTrade(run, 0, place)
  if ((await trade.stock.addOrder()) === undefined) throw new Error('no order of a new store')
}

type Seals = readonly { readonly store_id: string }[]

/** Before: for each store. After: for one more. */
async function waitForSeals(run: Drill, when: 'before' | 'after'): Promise<void> {
  const count = run.trades.length
  for (const limit = Date.now() + SEALED_MS_MAX; Date.now() < limit; await pause(1_000)) {
    const printed = await svc(run, run.server.url, 'seals', '--json')
    const stores = new Set((JSON.parse(printed) as Seals).map((seal) => seal.store_id))
    if (stores.size < count) continue
    writeFileSync(sealsFile(run, when), printed)
    return
  }
  throw new Error(`the stores are not sealed within ${SEALED_MS_MAX} ms`)
}

/** Returns its output. */
async function svc({ folder }: Drill, databaseUrl: string, ...command: string[]): Promise<string> {
  const place = { folder: join(folder, 'commands'), databaseUrl }
  const { code, stdout, stderr } = await runCommand(place, ...command)
  if (code !== 0) throw new Error(`svc ${command.join(' ')} ended with ${code}: ${stderr}`)
  return stdout
}

const TIME = "recovery_target_time = '2026-12-01 12:00:00+00'"
const NAME = "recovery_target_name = 'before-0.3.0'"

async function restoreAll(run: Drill, moments: Moments): Promise<Restored[]> {
  const { server } = run
  const prove = createProof(run, sealsFile(run, 'before'), sealsFile(run, 'after'))
  await server.follow('Restore to a point in time', { [TIME]: NAME })
  const named = await prove('to a named moment', moments.named, server.url)

  const copy = new URL(server.url)
  copy.pathname = '/copy'
  await queryServer(server.url, 'CREATE DATABASE copy')
  await svc(run, copy.href, 'restore', backupFile(run))
  const backup = await prove('by svc restore', moments.backup, copy.href)

  await server.destroy()
  // PostgreSQL does not accept T and Z here.
  const at = new Date(moments.time.from).toISOString().replace('T', ' ').replace('Z', '+00')
  await server.follow('Restore to a point in time', { '2026-12-01 12:00:00+00': at })
  const time = await prove('to a point in time', moments.time, server.url)
  await server.follow('Enable archiving again')
  await server.archived()
  return [named, backup, time]
}

/** One run: load on a cluster that loses its leader repeatedly, and the verification. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../simulate/random.ts'
import {
  auditFindings,
  createService,
  runCommand,
  type ServiceOptions,
  type ServiceProcess,
} from '../torture/process.ts'
import { openShop, type Shop } from '../torture/shop.ts'
import { type Followed, startLoad } from '../torture/start-load.ts'
import type { Counts, Tally } from '../torture/tally.ts'
import { openTrade, type Trade } from '../torture/trade.ts'
import { type Verified, verifyAll } from '../torture/verify.ts'
import type { Cluster } from './cluster.ts'
import { type EventName, events } from './events.ts'
import type { Node } from './node.ts'
import { createWrites, type Writes } from './writes.ts'

const STORES = [0, 1]
const PEACE_MS = 4_000
const BACK_MS_MAX = 120_000

type RunOptions = {
  readonly cluster: Cluster
  readonly place: ServicePlace
  /** Each happens at least once, in turn. */
  readonly names: readonly EventName[]
  readonly seconds: number
  readonly seed: number
  readonly workers: number
  readonly tally: Tally
  readonly say: (line: string) => void
}

export type Failover = {
  readonly name: EventName
  /** From the event to the first write acknowledged by the next leader. */
  readonly seconds: number
  /** The time without any. */
  readonly gapSeconds: number
}

export type Report = Counts &
  Verified & { readonly failovers: readonly Failover[]; readonly audited: boolean }

type ServicePlace = {
  readonly services: readonly ServiceProcess[]
  /** The working directory of commands. */
  readonly audited: ServiceOptions
  /** Ends everything that still runs. */
  remove(): Promise<void>
}

/** Two processes of the service. */
export function placeServices(databaseUrl: string): ServicePlace {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cluster-services-'))
  const services = [1, 2].map((number) =>
    createService({ folder: join(folder, String(number)), databaseUrl }),
  )
  return {
    services,
    audited: { folder: join(folder, 'audit'), databaseUrl },
    async remove() {
      await Promise.all(services.map((service) => service.kill()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function runCluster(options: RunOptions): Promise<Report> {
  const { seed, tally, place } = options
  const shop = await openShop(createRandom(seed, 4))
  try {
    // The first migrates.
    for (const service of place.services) await service.start()
    const writes = createWrites()
    const trades = await Promise.all(
      STORES.map(async (store) => {
        const trade = await openTrade({ arena: place, seed, tally, shop }, store)
        return { ...trade, caller: writes.watch(trade.caller) }
      }),
    )
    const run = { ...options, shop, trades, writes }
    const { failovers, followed } = await underLoad(run)
    return { ...(await afterwards(run, followed)), ...tally.counts(), failovers }
  } finally {
    shop.close()
  }
}

type Run = RunOptions & {
  readonly shop: Shop
  readonly trades: readonly Trade[]
  readonly writes: Writes
}

async function underLoad(
  run: Run,
): Promise<{ failovers: readonly Failover[]; followed: Followed }> {
  const load = startLoad(run)
  let followed: Followed = []
  const failovers = await failOver(run).finally(async () => {
    followed = await load.stop()
  })
  return { failovers, followed }
}

/** Each way at least once, then for as long as there is time. */
async function failOver(run: Run): Promise<Failover[]> {
  const { names, seconds, cluster, tally, say } = run
  const failovers: Failover[] = []
  const until = Date.now() + seconds * 1_000
  for (let turn = 0; turn < names.length || Date.now() < until; turn++) {
    const name = names[turn % names.length] as EventName
    const leader = await cluster.whole().catch((error: Error) => {
      throw new Error(`${error.message}\n${cluster.log()}`)
    })
    await pause(PEACE_MS)
    if (turn === 0) await keepSeals(run)
    tally.disturbed(name)
    const began = performance.now()
    const happening = await events[name](cluster, leader)
    const next = await backAgain(run, leader)
    const { ms, until: back } = run.writes.longestGap(began)
    const failover = { name, seconds: (back - began) / 1_000, gapSeconds: ms / 1_000 }
    failovers.push(failover)
    say(`${name}: ${leader.name}, writes again after ${failover.seconds.toFixed(1)} s`)
    await pause(PEACE_MS)
    for (const fault of await happening.heal()) tally.fault(fault)
    if ((await cluster.whole()) !== next) tally.fault(`after "${name}" ${next.name} leads no more`)
  }
  return failovers
}

/** Another server leads, and a write that began after that was acknowledged. */
async function backAgain({ cluster, writes }: Run, old: Node): Promise<Node> {
  let since = Number.POSITIVE_INFINITY
  for (const limit = Date.now() + BACK_MS_MAX; Date.now() < limit; await pause(100)) {
    const leader = await cluster.leader()
    if (leader === undefined || leader === old) continue
    since = Math.min(since, performance.now())
    if (writes.newest() > since) return leader
  }
  throw new Error(`no writes for ${BACK_MS_MAX} ms\n${cluster.log()}`)
}

const sealsFile = ({ place }: Run): string => join(place.audited.folder, '../seals.json')

async function keepSeals(run: Run): Promise<void> {
  const { code, stdout, stderr } = await runCommand(run.place.audited, 'seals', '--json')
  if (code !== 0) throw new Error(`the seals cannot be read: ${stderr}`)
  writeFileSync(sealsFile(run), stdout)
}

async function afterwards(
  run: Run,
  followed: Followed,
): Promise<Verified & { readonly audited: boolean }> {
  const { trades, shop, place, tally } = run
  const verified = await verifyAll({ trades, shop, followed })
  const ended = await Promise.all(place.services.map((service) => service.stop()))
  if (ended.includes(false)) tally.fault('a service did not end within 20 s')
  const findings = await auditFindings(place.audited, sealsFile(run))
  for (const finding of findings) tally.fault(finding)
  return { ...verified, audited: findings.length === 0 }
}

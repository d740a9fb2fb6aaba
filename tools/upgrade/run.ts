/** One run: a release and its successor on one database under load, and what is left. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../postgres.ts'
import { createRandom } from '../simulate/random.ts'
import { checkLanes } from '../torture/lanes.ts'
import { openShop } from '../torture/shop.ts'
import { type Followed, startLoad } from '../torture/start-load.ts'
import type { Counts, Tally } from '../torture/tally.ts'
import { openTrade, type Trade } from '../torture/trade.ts'
import { type Verified, verifyAll } from '../torture/verify.ts'
import { type Balancer, type Failed, openBalancer } from './balancer.ts'
import { type Commands, createCommands } from './commands.ts'
import { makeHistory } from './history.ts'
import { createProcesses, type Processes } from './processes.ts'

const STORES = [0, 1]
/** It has the orders that were there before, and then does nothing else. */
const OLD_STORE = 1
const MIGRATED = 'migrated beneath it'
const MIGRATED_S_MAX = 60
const LANES_MS_MAX = 30_000

type RunOptions = {
  /** Where the release is. */
  readonly release: string
  readonly seconds: number
  readonly seed: number
  readonly workers: number
  /** So many are there before anything begins. */
  readonly orders: number
  readonly tally: Tally
  readonly say: (line: string) => void
}

type Step = Failed & {
  readonly name: string
  /** How long it took, without the load that followed. */
  readonly seconds: number
  /** Those of captures, voids, refunds and cancels, until the next step. */
  readonly operations: number
}

export type Report = Counts &
  Verified & { readonly steps: readonly Step[]; readonly audited: boolean }

export async function testUpgrade(options: RunOptions): Promise<Report> {
  const postgres = await startPostgres({ fsync: 'on' })
  if (postgres === undefined) throw new Error('there is no PostgreSQL 15 or newer here')
  const folder = mkdtempSync(join(tmpdir(), 'svc-upgrade-'))
  const shop = await openShop(createRandom(options.seed, 4))
  const balancer = await openBalancer()
  const place = { ...options, balancer, folder, databaseUrl: postgres.url }
  const [processes, commands] = [createProcesses(place), createCommands(place)]
  try {
    // The first migrates.
    await processes.replaceAll(options.release)
    const { orders } = options
    if (orders > 0) {
      await makeHistory({ ...place, processes, shop, store: OLD_STORE })
      options.say(`${orders} orders are there`)
    }
    const stores = STORES.filter((store) => orders === 0 || store !== OLD_STORE)
    const trades = await Promise.all(
      stores.map((store) =>
        openTrade({ ...options, arena: { services: [processes.together()] }, shop }, store),
      ),
    )
    const load = startLoad({ ...options, trades, shop })
    let followed: Followed = []
    const steps = await takeSteps({ ...place, processes, commands, trades }).finally(async () => {
      followed = await load.stop()
    })
    const verified = await verifyAll({ trades, shop, followed })
    await checkLanes(processes.baseUrls(), options.tally, LANES_MS_MAX)
    await processes.stopAll()
    const findings = await commands.audit()
    return { ...verified, ...options.tally.counts(), steps, audited: findings === 0 }
  } finally {
    await processes.kill()
    balancer.close()
    shop.close()
    rmSync(folder, { recursive: true, force: true })
    postgres.stop()
  }
}

type StepsOptions = RunOptions & {
  readonly processes: Processes
  readonly commands: Commands
  readonly trades: readonly Trade[]
  readonly balancer: Balancer
}

/**
 * Under load; each is followed by some more of it, and by an audit: once the database is migrated
 * by that of the new version, since the old one's knows neither new tables nor new actions.
 */
async function takeSteps(options: StepsOptions): Promise<Step[]> {
  const { processes, commands, release, seconds, balancer, trades, tally, say } = options
  const plan: readonly (readonly [name: string, auditor: string | undefined, Take])[] = [
    ['the release serves', release, async () => {}],
    [MIGRATED, undefined, () => commands.migrate(release)],
    ['replaced', undefined, () => processes.replaceAll()],
    ['taken back', undefined, () => processes.replaceAll(release)],
    ['replaced again', undefined, () => processes.replaceAll()],
  ]
  const count = () => trades.reduce((sum, { notebook }) => sum + notebook.entries.length, 0)
  const steps: Step[] = []
  for (const [name, auditor, take] of plan) {
    const [before, operations, began] = [balancer.failed(), count(), performance.now()]
    await take()
    const took = (performance.now() - began) / 1_000
    await pause((seconds * 1_000) / plan.length)
    await commands.audit(auditor)
    const { broken, unavailable, unserved } = balancer.failed()
    const step = {
      ...{ name, seconds: took, operations: count() - operations },
      ...{ broken: broken - before.broken, unavailable: unavailable - before.unavailable },
      unserved: unserved - before.unserved,
    }
    steps.push(step)
    // With 503 a client is to come again, and has: a database that is busy is no failure.
    if (step.broken + step.unserved > 0)
      tally.fault(`"${name}": requests failed: ${failedOf(step)}`)
    if (step.unavailable > 0) say(`"${name}": 503 ${balancer.reasons()}`)
    if (name === MIGRATED && took > MIGRATED_S_MAX)
      tally.fault(`the migrations took ${took.toFixed(1)} s, more than ${MIGRATED_S_MAX}`)
    if (step.operations === 0) tally.fault(`"${name}": nothing was done`)
    say(`${name}: ${took.toFixed(1)} s, then ${step.operations} operations in all`)
  }
  return steps
}

/** In words. */
export const failedOf = ({ broken, unavailable, unserved }: Failed): string =>
  `${broken} broken off, ${unavailable} times 503, ${unserved} while no process was ready`

type Take = () => Promise<void>

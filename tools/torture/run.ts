/** One torture run: load, disturbances, and what is left in the end. */
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom, type Random } from '../simulate/random.ts'
import type { Arena } from './arena.ts'
import { checkLanes } from './lanes.ts'
import { auditFindings } from './process.ts'
import { openShop, type Shop } from './shop.ts'
import { type Followed, startLoad } from './start-load.ts'
import type { Counts, Tally } from './tally.ts'
import { openTrade, type Trade } from './trade.ts'
import { type Verified, verifyAll } from './verify.ts'

const STORES = [0, 1]
const PAUSE_MS_MAX = 1_500
/** So often an order is demanded once a disturbance is over. */
const DEMANDED = 0.2
const EVERY_MS = 10_000

type RunOptions = {
  readonly arena: Arena
  readonly seconds: number
  readonly seed: number
  readonly workers: number
  readonly tally: Tally
  readonly say: (line: string) => void
  /** After a disturbance everything works again within so long. */
  readonly recoveryMsMax: number
}

export type Report = Counts &
  Partial<Verified> & {
    readonly database: Arena['name']
    readonly kills: number
    readonly missing: readonly string[]
    readonly failedStarts: number
    /** Ms until an order was signed, confirmed and told again, after some disturbances. */
    readonly recoveryMsMedian: number
    readonly recoveryMsMax: number
    readonly recoveries: number
    readonly audited: boolean
  }

export async function torture(options: RunOptions): Promise<Report> {
  const { arena, seed } = options
  const shop = await openShop(createRandom(seed, 4))
  try {
    await arena.revive()
    return await storm(options, shop)
  } finally {
    shop.close()
    await arena.remove()
  }
}

/** Once the service has started, whatever keeps the run from its end is something found. */
async function storm(options: RunOptions, shop: Shop): Promise<Report> {
  const { arena, seed, tally } = options
  try {
    const trades = await Promise.all(
      STORES.map((store) => openTrade({ arena, seed, tally, shop }, store)),
    )
    const disturbed = await underLoad({ ...options, shop, trades })
    const verified = await afterwards({ ...options, shop, trades }, disturbed.followed).catch(
      (error: Error) => {
        tally.fault(`the remaining state cannot be looked up: ${error.message}`)
        return undefined
      },
    )
    const ended = await Promise.all(arena.services.map((service) => service.stop()))
    if (ended.includes(false)) tally.fault('a service did not end within 20 s')
    const findings = await auditFindings(arena.audited)
    for (const finding of findings) tally.fault(finding)
    return {
      ...{ database: arena.name, missing: arena.missing, audited: findings.length === 0 },
      failedStarts: arena.services.reduce((sum, service) => sum + service.failedStarts(), 0),
      ...{ ...disturbed.report, ...verified, ...tally.counts() },
    }
  } catch (error) {
    tally.fault(`the run broke off: ${(error as Error).message}`)
    throw error
  }
}

type Storm = RunOptions & { readonly shop: Shop; readonly trades: readonly Trade[] }
type Disturbed = Pick<Report, 'kills' | 'recoveryMsMedian' | 'recoveryMsMax' | 'recoveries'>

async function underLoad(options: Storm): Promise<{ report: Disturbed; followed: Followed }> {
  const { arena, tally } = options
  const load = startLoad(options)
  let followed: Followed = []
  const report = await disturb(options).finally(async () => {
    const ending = load.stop()
    await arena.revive().catch((error: Error) => tally.fault(error.message))
    followed = await ending
  })
  return { report, followed }
}

/** One disturbance after the other, in an order that the seed decides. */
async function disturb(options: Storm): Promise<Disturbed> {
  const { arena, seed, tally, say, seconds, trades } = options
  const random = createRandom(seed, 3)
  const recoveries: number[] = []
  const demand = async (after: string) => {
    recoveries.push(await recover(options, random.pick(trades), after))
  }
  const turn = turnsOf(arena, random)
  const until = Date.now() + seconds * 1_000
  let [kills, shown] = [0, Date.now()]
  // On a busy machine a short run would end before the first one.
  while (Date.now() < until || kills === 0) {
    await pause(random.between(0, PAUSE_MS_MAX))
    const name = turn()
    const disturbance = arena.disturbances[name]
    if (disturbance === undefined) throw new Error(`unknown: ${name}`)
    tally.disturbed(name)
    kills += disturbance.kills
    // What it needs may itself be gone for the moment, after the one before.
    await disturbance.run(random, demand).catch(() => arena.revive())
    for (const service of arena.services) await survive(service, name, tally)
    if (random.chance(DEMANDED)) await demand(name)
    if (Date.now() - shown < EVERY_MS) continue
    shown = Date.now()
    const left = Math.max(0, Math.round((until - shown) / 1_000))
    const operations = trades.reduce((sum, { notebook }) => sum + notebook.entries.length, 0)
    const { faults } = tally.counts()
    const done = `${arena.name}: ${kills} kills, ${operations} operations`
    say(`${done}, ${faults} faults, ${left} s left`)
  }
  return summarise(kills, recoveries)
}

/** Each disturbance once, in an order by chance; from then on by their weights. */
function turnsOf({ disturbances }: Arena, random: Random): () => string {
  const weights = Object.fromEntries(
    Object.entries(disturbances).map(([name, { weight }]) => [name, weight]),
  )
  const rest = { ...weights }
  return () => {
    const name = random.weighted(Object.keys(rest).length === 0 ? weights : rest)
    delete rest[name]
    return name
  }
}

/** What nobody ended must not have ended. */
async function survive(
  service: Arena['services'][number],
  name: string,
  tally: Tally,
): Promise<void> {
  if (service.isAlive() || service.place() === undefined) return
  tally.fault(`the service ended by itself after: ${name}\n${service.log().slice(-2_000)}`)
  await service.kill()
  await service.start()
}

/** Every part of the service takes part in an order that is signed, confirmed and told. */
async function recover(
  { shop, recoveryMsMax, tally }: Storm,
  { stock }: Trade,
  after: string,
): Promise<number> {
  const began = performance.now()
  const id = await stock.addOrder()
  if (id === undefined) return performance.now() - began
  const limit = began + 2 * recoveryMsMax
  while (!shop.hasReported(id, 'order.confirmed') && performance.now() < limit) await pause(20)
  const ms = performance.now() - began
  if (ms > recoveryMsMax)
    tally.fault(
      `after "${after}" order ${id} took ${Math.round(ms)} ms to be confirmed and notified`,
    )
  return ms
}

/** In peace: what every store and every process has to show for itself. */
async function afterwards(
  { arena, trades, shop, tally, recoveryMsMax }: Storm,
  followed: Followed,
): Promise<Verified> {
  await arena.revive()
  const baseUrls = arena.services.flatMap((service) => service.place()?.baseUrl ?? [])
  const [verified] = await Promise.all([
    verifyAll({ trades, shop, followed }),
    // Seals are made every ten seconds.
    checkLanes(baseUrls, tally, 2 * recoveryMsMax),
  ])
  return verified
}

function summarise(kills: number, recoveries: readonly number[]): Disturbed {
  const sorted = [...recoveries].sort((a, b) => a - b).map(Math.round)
  return {
    kills,
    recoveries: sorted.length,
    recoveryMsMedian: sorted[Math.floor(sorted.length / 2)] ?? 0,
    recoveryMsMax: sorted.at(-1) ?? 0,
  }
}

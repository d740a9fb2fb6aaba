/** One torture run: load, disturbances, and what is left in the end. */
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../simulate/random.ts'
import type { Arena } from './arena.ts'
import { createCaller } from './caller.ts'
import { work } from './load.ts'
import { createNotebook } from './notebook.ts'
import { auditFindings } from './process.ts'
import { openShop, type Shop } from './shop.ts'
import { createStock } from './stock.ts'
import type { Counts, Tally } from './tally.ts'
import { type Verified, verify } from './verify.ts'

const ORDERS = 8
const ANSWER_MS_MAX = 120_000
const PAUSE_MS_MAX = 1_500
/** The goal after a disturbance: an order is signed and confirmed again within so long. */
const RECOVERY_MS_GOAL = 10_000
const EVERY_MS = 10_000

export type RunOptions = {
  readonly arena: Arena
  readonly seconds: number
  readonly seed: number
  readonly workers: number
  readonly tally: Tally
  readonly say: (line: string) => void
}

export type Report = Counts &
  Partial<Verified> & {
    readonly database: Arena['name']
    readonly kills: number
    readonly missing: readonly string[]
    readonly failedStarts: number
    /** Milliseconds until an order was signed and confirmed again, after each disturbance. */
    readonly recoveryMsMedian: number
    readonly recoveryMsMax: number
    readonly recoveriesOverGoal: number
    readonly audited: boolean
  }

export async function torture(options: RunOptions): Promise<Report> {
  const { arena, seed, tally } = options
  const shop = await openShop()
  try {
    await arena.revive()
    const random = createRandom(seed)
    const places = () => arena.services.flatMap((service) => service.place() ?? [])
    const caller = createCaller({ places, random, tally, msMax: ANSWER_MS_MAX })
    const notebook = createNotebook()
    const stock = createStock({ caller, shop, random, tally, name: `torture-${seed}` })
    await subscribe(options, shop)
    const load = { caller, stock, notebook, random, tally }
    const disturbed = await underLoad(options, load)
    const verified = await arena
      .revive()
      .then(() => verify({ ...load, shop }))
      .catch((error: Error) => {
        tally.fault(`what is left cannot be looked up: ${error.message}`)
        return undefined
      })
    await Promise.all(arena.services.map((service) => service.stop()))
    const findings = await auditFindings(arena.audited)
    for (const finding of findings) tally.fault(finding)
    return {
      ...{ database: arena.name, missing: arena.missing, audited: findings.length === 0 },
      failedStarts: arena.services.reduce((sum, service) => sum + service.failedStarts(), 0),
      ...{ ...disturbed, ...verified, ...tally.counts() },
    }
  } finally {
    shop.close()
    await arena.remove()
  }
}

/** An endpoint for all events, made once before anything breaks. */
async function subscribe({ arena, seed, tally }: RunOptions, shop: Shop): Promise<void> {
  const places = () => arena.services.flatMap((service) => service.place() ?? [])
  const options = { places, random: createRandom(seed, 1), tally, msMax: ANSWER_MS_MAX }
  const body = { url: shop.webhookUrl }
  const path = '/me/webhooks'
  const key = `endpoint-${seed}`
  const reply = await createCaller(options).persist({ method: 'POST', path, body, key })
  if (reply.status !== 201) throw new Error(`no endpoint: ${reply.text}`)
}

type Load = Parameters<typeof work>[0]
type Disturbed = Pick<Report, 'kills' | 'recoveryMsMedian' | 'recoveryMsMax' | 'recoveriesOverGoal'>

async function underLoad(options: RunOptions, load: Load): Promise<Disturbed> {
  const { seconds, workers, seed, tally } = options
  const until = Date.now() + seconds * 1_000
  const stop = new AbortController()
  const keeping = load.stock.keep(ORDERS, stop.signal)
  const working = Array.from({ length: workers }, (_, index) =>
    work({ ...load, random: createRandom(seed, 2, index) }, stop.signal),
  )
  const recoveries: number[] = []
  try {
    return summarise(await disturb({ ...options, until, recoveries }, load), recoveries)
  } finally {
    stop.abort()
    await options.arena.revive().catch((error: Error) => tally.fault(error.message))
    await Promise.all([keeping, ...working])
  }
}

type Storm = RunOptions & { readonly until: number; readonly recoveries: number[] }

/** One disturbance after the other, in an order that the seed decides; answers the kills. */
async function disturb({ arena, seed, tally, say, until, recoveries }: Storm, load: Load) {
  const random = createRandom(seed, 3)
  const weights = Object.fromEntries(
    Object.entries(arena.disturbances).map(([name, { weight }]) => [name, weight]),
  )
  let [kills, shown] = [0, Date.now()]
  while (Date.now() < until) {
    await pause(random.between(0, PAUSE_MS_MAX))
    const name = random.weighted(weights)
    const disturbance = arena.disturbances[name]
    if (disturbance === undefined) throw new Error(`unknown: ${name}`)
    tally.disturbed(name)
    if (disturbance.kills) kills++
    // What it needs may itself be gone for the moment, after the one before.
    await disturbance.run(random).catch(() => arena.revive())
    for (const service of arena.services) await survive(service, name, tally)
    if (random.chance(0.2)) recoveries.push(await recover(load))
    if (Date.now() - shown < EVERY_MS) continue
    shown = Date.now()
    const left = Math.max(0, Math.round((until - shown) / 1_000))
    const { faults } = tally.counts()
    say(
      `${arena.name}: ${kills} kills, ${load.notebook.entries.length} operations, ` +
        `${faults} faults, ${left} s left`,
    )
  }
  return kills
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

/** Every part of the service takes part in an order that is signed and confirmed. */
async function recover({ stock }: Load): Promise<number> {
  const began = performance.now()
  await stock.addOrder()
  return performance.now() - began
}

function summarise(kills: number, recoveries: readonly number[]): Disturbed {
  const sorted = [...recoveries].sort((a, b) => a - b).map(Math.round)
  return {
    kills,
    recoveryMsMedian: sorted[Math.floor(sorted.length / 2)] ?? 0,
    recoveryMsMax: sorted.at(-1) ?? 0,
    recoveriesOverGoal: sorted.filter((ms) => ms > RECOVERY_MS_GOAL).length,
  }
}

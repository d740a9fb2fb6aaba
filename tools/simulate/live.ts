/** One run from its seed to its end, checked after each step. */
import type { Database } from '../../packages/server/src/platform/database/database.ts'
import { checkOrders } from './checks.ts'
import { advance } from './due.ts'
import { fingerprint } from './fingerprint.ts'
import { checkNotes, checkPeople, keepBook } from './lender-book.ts'
import { lendersTurn } from './lender-steps.ts'
import { planOf } from './plan.ts'
import { createRandom } from './random.ts'
import { carryOut } from './steps.ts'
import { checkStore } from './store-checks.ts'
import { createWorld } from './world.ts'

export type Living = {
  readonly seed: number
  readonly months: number
  /** Steps that are left out. */
  readonly without?: ReadonlySet<number>
  readonly trace?: (line: string) => void
}

export type Life = {
  readonly seed: number
  readonly steps: number
  readonly orders: number
  readonly hash: string
  readonly counts: ReadonlyMap<string, number>
}

/** The failure, and its step. */
export class LifeFailed extends Error {
  readonly seed: number
  readonly step: number

  constructor(seed: number, step: number, cause: Error) {
    super(cause.message, { cause })
    this.name = 'LifeFailed'
    this.seed = seed
    this.step = step
  }
}

/** The same as plain data, which can be passed between threads. */
export type Failure = { readonly step: number; readonly message: string; readonly stack: string }

export function failureOf(error: unknown): Failure {
  const { cause, message, stack = '' } = error as Error
  const step = error instanceof LifeFailed ? error.step : 0
  return { step, message, stack: (cause as Error | undefined)?.stack ?? stack }
}

const HOUR = 3_600_000

export async function live(database: Database, living: Living): Promise<Life> {
  const { seed, months, without = new Set(), trace = () => {} } = living
  const plan = planOf(seed, months)
  const world = await createWorld(database, plan, trace)
  let reached = 0
  try {
    for (const step of plan.steps) {
      reached = step.number
      // A worker is late now and then, by hours.
      const random = createRandom(step.seed, 7)
      const late = random.chance(0.05) ? random.between(0, 72 * HOUR) : random.between(0, 3_000)
      await advance(world, world.now() + step.gap, late)
      if (!without.has(step.number)) {
        await lendersTurn(world, step)
        await keepBook(world, step)
        await carryOut(world, step)
      }
      await checkOrders(world)
    }
    await checkStore(world)
    await checkPeople(world)
    await checkNotes(world)
  } catch (error) {
    throw new LifeFailed(seed, reached, error as Error)
  }
  return {
    seed,
    steps: plan.steps.length,
    orders: world.orders.length,
    hash: await fingerprint(world),
    counts: world.counts,
  }
}

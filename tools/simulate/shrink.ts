/** What of a life that fails is needed for it to fail. */
import type { Database } from '../../packages/server/src/platform/database/database.ts'
import { type LifeFailed, live } from './live.ts'

const TRIES_MAX = 400

export type Shrinking = {
  readonly memory: () => Database
  readonly tables: readonly string[]
  readonly seed: number
  readonly months: number
}

/** The steps that can be left out; what is left fails as well, at `step` at the latest. */
export async function shrink(shrinking: Shrinking, step: number): Promise<ReadonlySet<number>> {
  const { memory, ...living } = shrinking
  let tries = 0
  const fails = async (without: ReadonlySet<number>): Promise<boolean> => {
    if (++tries > TRIES_MAX) return false
    try {
      await live(memory(), { ...living, without })
      return false
    } catch (error) {
      return (error as LifeFailed).step <= step
    }
  }
  let without: ReadonlySet<number> = new Set()
  for (let size = Math.ceil(step / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let first = 1; first < step; first += size) {
      const steps = Array.from({ length: size }, (_, index) => first + index)
      const more = steps.filter((each) => each < step && !without.has(each))
      const wider = new Set([...without, ...more])
      if (more.length > 0 && (await fails(wider))) without = wider
    }
  }
  return without
}

/** The minimal steps with which a failing random run still fails. */
import type { Living } from './live.ts'
import type { Lived } from './worker.ts'

const TRIES_MAX = 400

type Shrinking = {
  readonly living: Pick<Living, 'seed' | 'months'>
  /** Runs it in a database without its seed. */
  readonly attempt: (living: Living) => Promise<Lived>
}

/** The steps that can be left out; the rest fails as well, at `step` at the latest. */
export async function shrink(
  { living, attempt }: Shrinking,
  step: number,
): Promise<ReadonlySet<number>> {
  let tries = 0
  const fails = async (without: ReadonlySet<number>): Promise<boolean> => {
    if (++tries > TRIES_MAX) return false
    const { failure } = await attempt({ ...living, without })
    return failure !== undefined && failure.step <= step
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

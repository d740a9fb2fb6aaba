/** Load from a separate process, so that it takes no time from the measuring one. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

export type Measured = {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Answers with the status, including those of the warm-up and the last ones in progress. */
  readonly ok: number
  /** Answers with 429, if they are not errors. */
  readonly refused: number
  readonly errors: number
  readonly firstError: string | undefined
}

/** The results of a period in milliseconds, by duration. */
export function ratesOf(
  latencies: readonly number[],
  measuredMs: number,
): Pick<Measured, 'perSecond' | 'p50' | 'p99'> {
  const sorted = latencies.toSorted((a, b) => a - b)
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return {
    perSecond: sorted.length / (measuredMs / 1_000),
    ...{ p50: quantile(0.5), p99: quantile(0.99) },
  }
}

/**
 * Runs the jobs of a file, each in a separate process, where this same call carries it out. Call it
 * once, at the end of the file.
 */
export function forked<Job extends object>(
  file: string,
  run: (job: Job) => Promise<Measured>,
): (job: Job) => Promise<Measured> {
  if (process.argv[1] === file) {
    process.once('message', async (job: Job) => {
      process.send?.(await run(job))
      process.disconnect()
    })
  }
  return async (job) => {
    const child = fork(file)
    child.send(job)
    const failed = once(child, 'exit').then(([code]) => {
      throw new Error(`the load ended with ${code} and no figures`)
    })
    const [measured] = (await Promise.race([once(child, 'message'), failed])) as [Measured]
    return measured
  }
}

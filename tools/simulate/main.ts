/**
 * `npm run simulate`: random store histories by seed, each step compared with an independent model.
 * The summary is JSON on stdout, progress is written to stderr. Exit codes: 0 nothing found, 1 a
 * run failed, 2 it could not run.
 */
import { createHash } from 'node:crypto'
import { runTool } from '../options.ts'
import { type DatabaseKind, type Options, readOptions, usage } from './options.ts'
import { openPlaces } from './places.ts'
import { inOwnDatabase, runOnThreads, trace } from './run.ts'
import { shrink } from './shrink.ts'
import type { Lived } from './worker.ts'

const EVERY_MS = 5_000
/** How many failures are reported with their minimal steps. */
const SHRUNK_MAX = 3
const say = (line: string) => process.stderr.write(`${line}\n`)

async function simulate(options: Options): Promise<number> {
  const began = performance.now()
  const lived: Lived[] = []
  let lastReport = began
  const watch = (one: Lived) => {
    lived.push(one)
    if (one.failure !== undefined) {
      say(`seed ${one.seed} failed at step ${one.failure.step}: ${one.failure.message}`)
    }
    if (performance.now() - lastReport < EVERY_MS) return
    lastReport = performance.now()
    say(`${lived.length} of ${options.seeds} lives, ${rateOf(lived.length, lastReport - began)}`)
  }
  const places = await openPlaces(options.database)
  say(`on ${places.kind === 'postgres' ? 'PostgreSQL' : 'the embedded database'}`)
  try {
    const isTraced = options.trace || options.without.size > 0
    await (isTraced ? trace(options, watch) : runOnThreads(options, watch))
    const failed = lived.filter(({ failure }) => failure !== undefined)
    if (!options.trace) await explain(options, failed)
    const result = summary({ options, database: places.kind, lived }, performance.now() - began)
    process.stdout.write(`${JSON.stringify(result)}\n`)
    return failed.length > 0 ? 1 : 0
  } finally {
    places.close()
  }
}

const rateOf = (count: number, ms: number): string =>
  `${((count / ms) * 1_000).toFixed(1)} a second`

/** One command that reproduces the failure, with minimal steps. */
async function explain(options: Options, failed: readonly Lived[]): Promise<void> {
  const { months } = options
  for (const { seed, failure } of failed.slice(0, SHRUNK_MAX)) {
    if (failure === undefined) continue
    say(`\n${failure.stack}`)
    const shrinking = { living: { seed, months }, attempt: inOwnDatabase }
    const without = [...(await shrink(shrinking, failure.step))].join()
    const command = `npm run simulate -- --from ${seed} --seeds 1 --months ${months} --trace`
    say(`Again: ${command}`)
    if (without !== '') say(`Only the steps that it takes: ${command} --without ${without}`)
  }
}

type Ended = {
  readonly options: Options
  readonly database: DatabaseKind
  readonly lived: readonly Lived[]
}

function summary({ options, database, lived }: Ended, ms: number) {
  const inOrder = [...lived].sort((a, b) => a.seed - b.seed)
  const counts = new Map<string, number>()
  const hash = createHash('sha256')
  let [steps, orders] = [0, 0]
  for (const { seed, life } of inOrder) {
    hash.update(`${seed} ${life?.hash ?? 'failed'}\n`)
    steps += life?.steps ?? 0
    orders += life?.orders ?? 0
    for (const [what, count] of life?.counts ?? [])
      counts.set(what, (counts.get(what) ?? 0) + count)
  }
  return {
    lives: lived.length,
    failed: inOrder.flatMap(({ seed, failure }) =>
      failure === undefined ? [] : [{ seed, step: failure.step, message: failure.message }],
    ),
    ...{ from: options.from, months: options.months, database },
    ...{ steps, orders, seconds: Number((ms / 1_000).toFixed(1)) },
    hash: hash.digest('hex'),
    counts: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

await runTool(usage, readOptions, simulate)

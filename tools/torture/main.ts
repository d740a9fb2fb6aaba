/**
 * `npm run torture`: kills the service and its database under load, then looks up every
 * acknowledged effect. The report goes to stdout, progress to stderr.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from '../options.ts'
import type { Arena } from './arena.ts'
import { embeddedArena } from './embedded-arena.ts'
import { tryInjected } from './injected.ts'
import { type Options, readOptions, usage } from './options.ts'
import { postgresArena } from './postgres-arena.ts'
import { type Report, torture } from './run.ts'
import { createTally, type Tally } from './tally.ts'

/** The goal: so long after a disturbance everything works again. */
const RECOVERY_MS_MAX = 10_000

const say = (line: string) => void process.stderr.write(`${line}\n`)

async function main(options: Options): Promise<number> {
  if (options.injected !== undefined) return tryInjected(options, say)
  const { seconds, seed, database, workers } = options
  say(`seed ${seed}: again with npm run torture -- --seed ${seed} --minutes ${seconds / 60}`)
  const runs: Promise<Report | undefined>[] = []
  const begin = async (name: string, make: (tally: Tally) => Promise<Arena>) => {
    const tally = createTally((line) => say(`${name}: ${line}`))
    const arena = await make(tally)
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => void arena.remove().finally(() => process.exit(2)))
    if (options.first) void tally.first.then(() => arena.remove()).then(() => process.exit(1))
    const run = { arena, seconds, seed, workers, tally, say, recoveryMsMax: RECOVERY_MS_MAX }
    return torture(run).catch((error: Error) => {
      if (tally.faults.length === 0) throw error
      return undefined
    })
  }
  if (database !== 'embedded') runs.push(begin('postgres', onPostgres))
  if (database !== 'postgres') runs.push(begin('embedded', async (tally) => embeddedArena(tally)))
  const reports = await Promise.all(runs)
  for (const report of reports) {
    if (report !== undefined) process.stdout.write(options.json ? json(report) : text(report))
  }
  return reports.some((report) => report === undefined || report.faults > 0) ? 1 : 0
}

async function onPostgres(tally: Tally): Promise<Arena> {
  const arena = await postgresArena(tally)
  if (arena === undefined) throw new Error('there is no PostgreSQL 15 or newer here')
  return arena
}

const json = (report: Report): string => `${JSON.stringify(report)}\n`

const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

function text(report: Report): string {
  const { database, kills, faults, missing, statuses, disturbances } = report
  const { acknowledged, refused, unanswered, orders, checkouts, payouts, events } = report
  const lines = [
    `${database}: ${kills} kills; ${faults === 0 ? 'nothing found' : `${faults} FOUND`}`,
    ...missing.map((what) => `  not as on a real machine: ${what}`),
    `  disturbances: ${counted(disturbances)}`,
    `  answers: ${counted(statuses)}, broken off ${report.brokenAnswers}`,
    `  operations: ${acknowledged} acknowledged, ${refused} refused, ${unanswered} unanswered`,
    `  looked up: ${orders} orders, ${checkouts} checkouts, ${payouts} payouts, ${events} events,` +
      ` ${report.replays} repeated answers: ${report.lost} lost, ${report.doubled} doubled`,
    `  recovery, ${report.recoveries} times: median ${report.recoveryMsMedian} ms, longest` +
      ` ${report.recoveryMsMax} ms; ${report.failedStarts} starts were repeated`,
    `  audit: ${report.audited ? 'nothing found' : 'FINDINGS'}`,
  ]
  return `${lines.join('\n')}\n`
}

// Hundreds of processes load the same files.
const compiled = mkdtempSync(join(tmpdir(), 'svc-compiled-'))
process.env.NODE_COMPILE_CACHE ??= compiled
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }))

await runTool(usage, readOptions, main)

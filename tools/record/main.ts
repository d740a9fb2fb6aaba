/**
 * `npm run record`: records the service's answers, or compares them with earlier ones. The summary
 * is written to stdout, progress to stderr; the exit codes are in the usage.
 */

import { runTool } from '../options.ts'
import { compare } from './compare.ts'
import { type Exchange, readJournal, writeJournal } from './journal.ts'
import { type Options, readOptions, usage } from './options.ts'
import { type Recording, record, repeat } from './run.ts'

const EVERY = 250
const say = (line: string) => process.stderr.write(`${line}\n`)

const progressOf = (requests: number) => (done: number) => {
  if (done % EVERY === 0) say(`${done} of ${requests}`)
}

/** Counts by route and status, and the routes that were left out. */
function summary({ missing, lines }: Recording): string {
  const exchanges = lines.filter((line): line is Exchange => 'number' in line)
  const rows = [...Map.groupBy(exchanges, ({ route }) => route)].map(
    ([route, own]) => `${route.padEnd(66)} ${written(own)}`,
  )
  const messages = lines.filter((line) => 'after' in line).length
  return [
    ...rows.sort(),
    `all ${written(exchanges)}  messages: ${messages}`,
    `never requested: ${missing.length === 0 ? 'none' : missing.join(', ')}`,
  ].join('\n')
}

const written = (exchanges: readonly Exchange[]): string =>
  [...Map.groupBy(exchanges, ({ answer }) => answer.status)]
    .sort(([one], [other]) => one - other)
    .map(([status, { length }]) => `${status}: ${length}`)
    .join('  ')

async function recordInto({ out, seed, requests }: Extract<Options, { out: string }>) {
  say(`seed ${seed}: ${requests} requests`)
  const recording = await record({ seed, requests, progress: progressOf(requests) })
  writeJournal(out, recording.lines)
  process.stdout.write(`${summary(recording)}\n`)
  return recording.missing.length === 0 ? 0 : 1
}

async function compareWith(file: string): Promise<number> {
  const before = readJournal(file)
  const [begun] = before
  const { seed, requests } = begun
  say(`seed ${seed}: ${requests} requests of ${file}`)
  const after = await repeat(before, { seed, requests, progress: progressOf(requests) })
  const { equal, different, onlyIds, byRoute, first } = compare(before, after)
  for (const each of first) process.stdout.write(`${each}\n\n`)
  for (const [route, times] of [...byRoute].sort()) process.stdout.write(`${times} × ${route}\n`)
  const ids = different === 0 ? '' : `, ${onlyIds} of them in nothing but ids`
  process.stdout.write(`${equal} equal, ${different} different${ids}\n`)
  return different === 0 ? 0 : 1
}

const run = (given: Options): Promise<number> =>
  'out' in given ? recordInto(given) : compareWith(given.compare)

await runTool(usage, readOptions, run)

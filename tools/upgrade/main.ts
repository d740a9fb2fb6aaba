/**
 * `npm run upgrade-test`: a release and this tree on one database under load, and what is left. The
 * report goes to stdout, progress to stderr.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../options.ts'
import { createTally } from '../torture/tally.ts'
import { type Options, readOptions, usage } from './options.ts'
import { checkOut, findRelease, makeReady, ReleaseMissing, releasesFolder } from './release.ts'
import { failedOf, type Report, testUpgrade } from './run.ts'

const NO_RELEASE = 3

const root = join(import.meta.dirname, '../..')
const say = (line: string) => void process.stderr.write(`${line}\n`)

async function main({ from, json, ...options }: Options): Promise<number> {
  const commit = findRelease(root, from)
  const release = checkOut(root, commit, releasesFolder())
  say(`release ${from} (${commit.slice(0, 12)}) in ${release}; seed ${options.seed}`)
  makeReady(release)
  const tally = createTally(say)
  try {
    const report = await testUpgrade({ ...options, release, tally, say })
    process.stdout.write(json ? `${JSON.stringify(report)}\n` : text(report, from))
    return report.faults > 0 ? 1 : 0
  } catch (error) {
    if (tally.faults.length === 0) throw error
    say(`the run broke off after these findings: ${(error as Error).message}`)
    return 1
  }
}

function text(report: Report, from: string): string {
  const { faults, statuses, acknowledged, refused, unanswered, lost, doubled } = report
  const { orders, checkouts, payouts, events, replays } = report
  const counts = Object.entries(statuses).map(([status, count]) => `${status} ${count}`)
  const lines = [
    `${from} and this tree on one database: ${faults === 0 ? 'nothing found' : `${faults} FOUND`}`,
    ...report.steps.map(
      (step) =>
        `  ${step.name}: in ${step.seconds.toFixed(1)} s, ${step.operations} operations;` +
        ` ${failedOf(step)}`,
    ),
    `  answers: ${counts.join(', ')}; clients hung up ${report.brokenAnswers} times`,
    `  operations: ${acknowledged} acknowledged, ${refused} refused, ${unanswered} unanswered`,
    `  looked up: ${orders} orders, ${checkouts} checkouts, ${payouts} payouts, ${events} events,` +
      ` ${replays} repeated answers: ${lost} lost, ${doubled} doubled`,
    `  audit with the seals of each step: ${report.audited ? 'nothing found' : 'FINDINGS'}`,
  ]
  return `${lines.join('\n')}\n`
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(2))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
await runTool(
  usage,
  (given) => readOptions(given, version),
  (options) =>
    main(options).catch((error: Error) => {
      if (!(error instanceof ReleaseMissing)) throw error
      say(`NOT RUN: ${error.message}`)
      return NO_RELEASE
    }),
)

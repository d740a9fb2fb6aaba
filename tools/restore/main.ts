/**
 * `npm run restore-drill`: a database server is lost under load and restored to several points in
 * time. The report is written to stdout, progress to stderr.
 */
import { runTool } from '../options.ts'
import { createTally } from '../torture/tally.ts'
import { type Options, readOptions, usage } from './options.ts'
import { drill, type Report } from './run.ts'

const say = (line: string) => void process.stderr.write(`${line}\n`)

async function main({ json, ...options }: Options): Promise<number> {
  say(`seed ${options.seed}`)
  const tally = createTally(say)
  try {
    const report = await drill({ ...options, tally, say })
    process.stdout.write(json ? `${JSON.stringify(report)}\n` : text(report))
    return report.faults > 0 ? 1 : 0
  } catch (error) {
    if (tally.faults.length === 0) throw error
    say(`the run broke off after these findings: ${(error as Error).message}`)
    return 1
  }
}

function text({ restored, faults }: Report): string {
  const lines = [
    `${restored.length} times restored; ${faults === 0 ? 'nothing found' : `${faults} FOUND`}`,
    ...restored.flatMap((each) => [
      `  ${each.name}: acknowledged before it ${each.before}, lost ${each.lost};` +
        ` begun after it ${each.after}, there ${each.extra}; ${each.replays} repeated answers`,
      `    audit with the seals of before: ${each.audited ? 'nothing found' : 'FINDINGS'};` +
        ` of after: ${each.missed ? 'reported as missing' : 'NOT REPORTED'}`,
    ]),
  ]
  return `${lines.join('\n')}\n`
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(2))
await runTool(usage, readOptions, main)

/**
 * `npm run conformance`: tests the interoperation of a service and a shop. The table is written to
 * stdout. Exit codes: 0 everything passed, 1 something failed, 2 it could not run.
 */

import { answerHelp } from '../options.ts'
import { table } from './checks.ts'
import { readOptions, usage } from './options.ts'
import { runConformance } from './run.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
answerHelp(usage)
const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') {
  say(options)
  say(usage)
  process.exitCode = 2
} else {
  try {
    const outcomes = await runConformance(options)
    process.stdout.write(`${table(outcomes)}\n`)
    process.exitCode = outcomes.every(({ fault }) => fault === undefined) ? 0 : 1
  } catch (error) {
    say(`${options.url} does not answer: ${(error as Error).message}`)
    process.exitCode = 2
  }
}

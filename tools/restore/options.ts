import { parseArgs } from 'node:util'
import { orSentence, text, whole } from '../options.ts'

export type Options = {
  /** Between two events of the run. */
  readonly seconds: number
  readonly seed: number
  readonly workers: number
  readonly json: boolean
}

export const usage = `npm run restore-drill -- [--seconds 10] [--workers 8] [--seed n] [--json]

A PostgreSQL that archives is put under load, and a base backup, a backup by svc and a named moment
are made; --seconds of load lie between two of them. Then it is destroyed, and restored to the named
moment, to a point in time and from the backup. Each time the audit runs with the seals of before
and of after that moment, and everything that was acknowledged is looked up. It runs the lines of
docs/operating/backup.md. Exit: 0 nothing found, 1 something was lost, too much or found by the
audit, 2 it could not run.`

/** A text: the fault of the arguments. */
export function readOptions(given: readonly string[]): Options | string {
  return orSentence(() => {
    const { values } = parseArgs({
      args: [...given],
      options: {
        seconds: text('10'),
        workers: text('8'),
        seed: text(String(Math.floor(Math.random() * 2 ** 31))),
        json: { type: 'boolean', default: false },
      },
    })
    return {
      seconds: whole('seconds', values.seconds, { most: 3_600 }),
      seed: whole('seed', values.seed, { least: 0, most: 2 ** 31 }),
      workers: whole('workers', values.workers, { most: 200 }),
      json: values.json,
    }
  })
}

import { parseArgs } from 'node:util'
import { oneOf, orSentence, text, whole } from '../options.ts'

const databases = ['both', 'postgres', 'embedded'] as const

export type Options = {
  readonly seconds: number
  readonly seed: number
  readonly database: (typeof databases)[number]
  readonly workers: number
  readonly json: boolean
  /** Ends with the first thing that is found. */
  readonly first: boolean
  /** Undefined: the service is tortured; else a copy with each injected fault, or with this one. */
  readonly injected: string | undefined
}

export const usage = `npm run torture -- [--minutes 10] [--seed n]
  [--database both|postgres|embedded] [--workers 12] [--first] [--json]
  [--injected all|<name>]

Kills the service and its database again and again under load, then looks up every acknowledged
effect and runs the audit. --first ends with the first thing that is found. --injected proves the
tool: copies of the service with a bug each, which it has to find. Exit: 0 nothing found,
1 something was, 2 it could not run.`

/** A text: what is wrong with the arguments. */
export function readOptions(given: readonly string[]): Options | string {
  return orSentence(() => {
    const { values } = parseArgs({
      args: [...given],
      options: {
        minutes: text('10'),
        seed: text(String(Math.floor(Math.random() * 2 ** 31))),
        database: text('both'),
        workers: text('12'),
        json: { type: 'boolean', default: false },
        first: { type: 'boolean', default: false },
        injected: { type: 'string' },
      },
    })
    const minutes = Number(values.minutes)
    if (!(minutes >= 0.1 && minutes <= 24 * 60))
      throw new Error('--minutes must be from 0.1 to 1440')
    return {
      seconds: minutes * 60,
      seed: whole('seed', values.seed, { least: 0, most: 2 ** 31 }),
      database: oneOf('database', values.database, databases),
      workers: whole('workers', values.workers, { most: 200 }),
      json: values.json,
      first: values.first,
      injected: values.injected,
    }
  })
}

import { parseArgs } from 'node:util'
import { oneOf, orSentence, text, whole } from '../options.ts'

const databases = ['postgres', 'embedded'] as const
export type DatabaseKind = (typeof databases)[number]

export type Options = {
  readonly seeds: number
  readonly from: number
  readonly months: number
  /** Undefined: PostgreSQL if available. */
  readonly database: DatabaseKind | undefined
  readonly workers: number | undefined
  readonly trace: boolean
  /** Steps that are left out. */
  readonly without: ReadonlySet<number>
}

export const usage = `npm run simulate -- [--seeds 100] [--from 1] [--months 36]
  [--database postgres|embedded] [--workers n] [--trace] [--without 3,7]

Each seed is one life of a store, carried out by the service's own operations and compared with an
independent model after each step. --database postgres takes DATABASE_URL, or starts a server of
its own in memory; without --database that is tried first, and the embedded database then.`

/** A text: the fault of the arguments. */
export function readOptions(given: readonly string[]): Options | string {
  return orSentence(() => {
    const { values } = parseArgs({
      args: [...given],
      options: {
        seeds: text('100'),
        from: text('1'),
        months: text('36'),
        database: { type: 'string' },
        workers: { type: 'string' },
        trace: { type: 'boolean', default: false },
        without: text(''),
      },
    })
    const listed = values.without === '' ? [] : values.without.split(',')
    return {
      seeds: whole('seeds', values.seeds, { most: 1_000_000 }),
      from: whole('from', values.from, { most: 2 ** 31 }),
      months: whole('months', values.months, { most: 120 }),
      database:
        values.database === undefined ? undefined : oneOf('database', values.database, databases),
      workers:
        values.workers === undefined ? undefined : whole('workers', values.workers, { most: 64 }),
      trace: values.trace,
      without: new Set(listed.map((step) => whole('without', step, { most: 10_000 }))),
    }
  })
}

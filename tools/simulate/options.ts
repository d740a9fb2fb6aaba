import { parseArgs } from 'node:util'

const databases = ['memory', 'embedded', 'postgres'] as const

export type Options = {
  readonly seeds: number
  readonly from: number
  readonly months: number
  readonly database: (typeof databases)[number]
  readonly workers: number | undefined
  readonly trace: boolean
  /** Steps that are left out. */
  readonly without: ReadonlySet<number>
}

export const usage = `npm run simulate -- [--seeds 100] [--from 1] [--months 36]
  [--database memory|embedded|postgres] [--workers n] [--trace] [--without 3,7]

Each seed is one life of a store, carried out by the service's own operations and compared with an
independent model after each step. --database postgres takes DATABASE_URL, or starts a server of
its own.`

/** A text: what is wrong with the arguments. */
export function readOptions(given: readonly string[]): Options | string {
  const text = (standard: string) => ({ type: 'string', default: standard }) as const
  try {
    const { values } = parseArgs({
      args: [...given],
      options: {
        seeds: text('100'),
        from: text('1'),
        months: text('36'),
        database: text('memory'),
        workers: { type: 'string' },
        trace: { type: 'boolean', default: false },
        without: text(''),
      },
    })
    const database = databases.find((name) => name === values.database)
    if (database === undefined) return `--database must be one of ${databases.join(', ')}`
    const listed = values.without === '' ? [] : values.without.split(',')
    return {
      seeds: whole('seeds', values.seeds, 1_000_000),
      from: whole('from', values.from, 2 ** 31),
      months: whole('months', values.months, 120),
      database,
      workers: values.workers === undefined ? undefined : whole('workers', values.workers, 64),
      trace: values.trace,
      without: new Set(listed.map((step) => whole('without', step, 10_000))),
    }
  } catch (error) {
    return (error as Error).message
  }
}

function whole(name: string, text: string, max: number): number {
  const number = Number(text)
  if (/^[1-9]\d*$/.test(text) && number <= max) return number
  throw new Error(`--${name} must be a whole number from 1 to ${max}`)
}

import { parseArgs } from 'node:util'
import { orSentence, text, whole } from '../options.ts'

const VERSION = /^\d+\.\d+\.\d+$/
const MINUTES_LEAST = 0.1
const MINUTES_MOST = 24 * 60

export type Options = {
  readonly seconds: number
  readonly seed: number
  readonly workers: number
  /** So many are there before anything begins. */
  readonly orders: number
  /** The version of the release. */
  readonly from: string
  readonly json: boolean
}

export const usage = `npm run upgrade-test -- [--minutes 2] [--from 0.2.0] [--workers 8] [--seed n]
  [--orders 0] [--json]

The release and this tree on one PostgreSQL under load, behind a balancer that asks /readyz: two
processes of the release serve, this tree's migrations run beneath them, the processes are replaced
one after the other, taken back, and replaced again. Then every acknowledged effect is looked up,
and the audit runs with the seals of each step. With --orders so many confirmed ones of another
store are there before; the migrations may then take a minute. The release is found by its tag, or
by the commit that made it, and installed once in a folder of its own below ~/.cache/svc. Exit: 0
nothing found, 1 a request failed, something was lost, doubled or found by the audit, 2 it could not
run, 3 the release is not in this clone.`

/** A text: what is wrong with the arguments. `released` is the version of the last release. */
export function readOptions(given: readonly string[], released: string): Options | string {
  return orSentence(() => {
    const { values } = parseArgs({
      args: [...given],
      options: {
        minutes: text('2'),
        from: text(released),
        workers: text('8'),
        orders: text('0'),
        seed: text(String(Math.floor(Math.random() * 2 ** 31))),
        json: { type: 'boolean', default: false },
      },
    })
    const minutes = Number(values.minutes)
    if (!(minutes >= MINUTES_LEAST && minutes <= MINUTES_MOST))
      throw new Error(`--minutes must be from ${MINUTES_LEAST} to ${MINUTES_MOST}`)
    if (!VERSION.test(values.from)) throw new Error('--from must be a version, such as 0.2.0')
    return {
      seconds: minutes * 60,
      seed: whole('seed', values.seed, { least: 0, most: 2 ** 31 }),
      workers: whole('workers', values.workers, { most: 200 }),
      orders: whole('orders', values.orders, { least: 0, most: 1_000_000 }),
      from: values.from,
      json: values.json,
    }
  })
}

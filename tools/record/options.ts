import { parseArgs } from 'node:util'
import { orSentence, text, whole } from '../options.ts'

export type Options =
  | { readonly out: string; readonly seed: number; readonly requests: number }
  | { readonly compare: string }

/** With fewer, not every route is requested. */
export const REQUESTS_MIN = 360

export const usage = `npm run record -- --out FILE [--seed N] [--requests N]
npm run record -- --compare FILE

Records what the service of this tree answers to the requests of a seed, and what it sends: all
routes, JSON and XML, with the clock and chance of the seed. Two trees with the same wire make the
same file.

  --out FILE       where the recording goes: gzipped, one line of JSON a request
  --seed N         which requests (1)
  --requests N     how many, ${REQUESTS_MIN} or more (3000)
  --compare FILE   asks again what the recording was asked, and shows the first differences
  --help           this text

Exit: 0 recorded, or nothing differs; 1 something differs, or a route was never asked; 2 it could
not run.`

/** A text: the fault of the arguments. */
export function readOptions(given: readonly string[]): Options | string {
  return orSentence(() => {
    const { values } = parseArgs({
      args: [...given],
      options: {
        seed: text('1'),
        requests: text('3000'),
        out: { type: 'string' },
        compare: { type: 'string' },
      },
    })
    const { out, compare } = values
    if (compare !== undefined && out === undefined) return { compare }
    if (out === undefined || compare !== undefined) throw new Error('--out or --compare is needed')
    return {
      out,
      seed: whole('seed', values.seed, { most: 2 ** 31 }),
      requests: whole('requests', values.requests, { least: REQUESTS_MIN, most: 100_000 }),
    }
  })
}

/** What `npm test` is asked for. */
import { parseArgs } from 'node:util'
import { whole } from '../options.ts'

export const HELP = `npm test [-- WORD… | options]

Everything: static checks, tests that need nothing, tests on PostgreSQL, on the embedded database
what is about databases, pages in Chromium.

  WORD…             only files whose path contains one of the words, each on both databases
  --related FILE…   only files that import one of these, and the HTTP tests of their folders
  --fast            one database, no browsers, no static checks
  --long            what a run of everything leaves out: Firefox, the rest on the embedded database,
                    random tests and looks of pages in full
  --pooler          one database, behind PgBouncer in transaction mode
  --roles           one database, the service on a role that does not own the schema
  --watch           runs the fast tests related to a file whenever it changes
  --seed N          what random tests draw from, as TEST_SEED; a new one in each run otherwise
  --help            this text
`

type Options = {
  readonly words: readonly string[]
  /** Undefined: all files. */
  readonly related: readonly string[] | undefined
  readonly fast: boolean
  readonly long: boolean
  readonly pooler: boolean
  readonly roles: boolean
  readonly watch: boolean
  readonly seed: number
}

const SEED_MAX = 2 ** 31 - 1
const flag = { type: 'boolean', default: false } as const

/** @throws Error with a sentence. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ related: flag, fast: flag, long: flag, pooler: flag, watch: flag },
      roles: flag,
      seed: { type: 'string' },
    },
  })
  const given = values.seed ?? env.TEST_SEED ?? String(Math.floor(Math.random() * SEED_MAX))
  const { related, fast, long, pooler, roles, watch } = values
  if (related && positionals.length === 0) throw new Error('--related needs a file')
  if (fast && long) throw new Error('--fast and --long exclude each other')
  if (pooler && roles) throw new Error('--pooler and --roles exclude each other')
  return {
    ...{ fast: fast || pooler || roles, long, pooler, roles, watch },
    ...{ seed: whole('seed', given, { least: 0, most: SEED_MAX }) },
    words: related ? [] : positionals,
    related: related ? positionals : undefined,
  }
}

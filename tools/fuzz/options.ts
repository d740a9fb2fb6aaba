import { parseArgs } from 'node:util'

const databases = ['embedded', 'postgres'] as const

export type Options = {
  readonly inputs: number
  readonly seed: number
  /** The number of the first input. */
  readonly from: number
  readonly database: (typeof databases)[number]
  /** A file of a finding, to be sent again. */
  readonly replay: string | undefined
  /** Where findings are saved. */
  readonly folder: string
}

export const usage = `npm run fuzz -- [--inputs 200000] [--seed 1] [--from 0]
  [--database embedded|postgres] [--folder fuzz-findings] [--replay <file>]

Mutated requests against every route of a demo of its own. Exit: 0 nothing found, 1 findings, each
saved in the folder with the command that sends it again, 2 it could not run.`

/** A text: what is wrong with the arguments. */
export function readOptions(given: readonly string[]): Options | string {
  const text = (standard: string) => ({ type: 'string', default: standard }) as const
  try {
    const { values } = parseArgs({
      args: [...given],
      options: {
        inputs: text('200000'),
        seed: text('1'),
        from: text('0'),
        database: text('embedded'),
        replay: { type: 'string' },
        folder: text('fuzz-findings'),
      },
    })
    const database = databases.find((name) => name === values.database)
    if (database === undefined) return `--database must be one of ${databases.join(', ')}`
    return {
      inputs: whole('inputs', values.inputs, 100_000_000),
      seed: whole('seed', values.seed, 2 ** 31),
      from: values.from === '0' ? 0 : whole('from', values.from, 2 ** 31),
      database,
      replay: values.replay,
      folder: values.folder,
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

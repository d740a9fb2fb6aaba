import { parseArgs } from 'node:util'
import { oneOf, orSentence, text, whole } from '../options.ts'

const databases = ['embedded', 'postgres'] as const

export type Options = {
  readonly inputs: number
  readonly seed: number
  /** The number of the first input. */
  readonly from: number
  readonly database: (typeof databases)[number]
  /** A file of a finding, to be sent again. */
  readonly replay: string | undefined
  /** The folder for findings. */
  readonly folder: string
}

export const usage = `npm run fuzz -- [--inputs 200000] [--seed 1] [--from 0]
  [--database embedded|postgres] [--folder fuzz-findings] [--replay <file>]

Mutated requests against every route of a demo of its own. Exit: 0 nothing found, 1 findings, each
saved in the folder with the command that sends it again, 2 it could not run.`

/** A text: the fault of the arguments. */
export function readOptions(given: readonly string[]): Options | string {
  return orSentence(() => {
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
    return {
      inputs: whole('inputs', values.inputs, { most: 100_000_000 }),
      seed: whole('seed', values.seed, { most: 2 ** 31 }),
      from: whole('from', values.from, { least: 0, most: 2 ** 31 }),
      database: oneOf('database', values.database, databases),
      replay: values.replay,
      folder: values.folder,
    }
  })
}

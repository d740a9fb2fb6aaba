/** Parses the arguments of the tools' commands; a fault is a sentence. */

/** For `parseArgs`: a text with a default. */
export const text = (standard: string) => ({ type: 'string', default: standard }) as const

type Bounds = { readonly least?: number; readonly most: number }

export function whole(name: string, given: string, { least = 1, most }: Bounds): number {
  const number = Number(given)
  if (/^\d+$/.test(given) && number >= least && number <= most) return number
  throw new Error(`--${name} must be a whole number from ${least} to ${most}`)
}

export function oneOf<T extends string>(name: string, given: string, choices: readonly T[]): T {
  const match = choices.find((choice) => choice === given)
  if (match === undefined) throw new Error(`--${name} must be one of ${choices.join(', ')}`)
  return match
}

/** `--help` anywhere prints the usage, and ends the process. */
export function answerHelp(usage: string): void {
  if (!process.argv.includes('--help')) return
  process.stdout.write(`${usage.trimEnd()}\n`)
  process.exit()
}

/** The parsed arguments, or a sentence with the fault. */
export function orSentence<T>(read: () => T): T | string {
  try {
    return read()
  } catch (error) {
    return (error as Error).message
  }
}

/** Runs a tool to its exit code, which is 2 for wrong arguments and if the run breaks off. */
export async function runTool<T extends object>(
  usage: string,
  readOptions: (given: readonly string[]) => T | string,
  run: (options: T) => Promise<number>,
): Promise<void> {
  answerHelp(usage)
  const options = readOptions(process.argv.slice(2))
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n\n${usage}\n`)
    process.exitCode = 2
    return
  }
  process.exitCode = await run(options).catch((error: Error) => {
    process.stderr.write(`the run broke off: ${error.stack}\n`)
    return 2
  })
}

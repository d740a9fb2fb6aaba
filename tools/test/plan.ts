/** Which files run where, and which of them share a process. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Group } from './run-group.ts'

export type Round = {
  readonly name: string
  readonly files: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export const needsDatabase = (file: string): boolean => /\.(db|http)\.test\.ts$/.test(file)
export const needsBrowser = (file: string): boolean => file.endsWith('.browser.test.ts')
export const needsFirefox = (file: string): boolean => /\/firefox[^/]*$/.test(file)

/**
 * What can differ between the two databases and is tried on both: how a database is opened, locked,
 * migrated, backed up and lost, what runs at the same time, and the lives of the simulation, which
 * do every operation of money. Both speak one SQL; the rest tells nothing new on the second.
 */
const ON_BOTH = /(\/(database|simulate|torture)\/|\/(backup|data-folder|races|start|idempotency)\.)/
export const isTriedOnBoth = (file: string): boolean => ON_BOTH.test(file)

/** The ten jobs of a day at the desk: with `--long` tried with the embedded database, too. */
export const isDayAtDesk = (file: string): boolean => /\/desk-(keyboard|queues)\./.test(file)

/** Those that take longest begin first and alone, so that at the end nobody waits for one. */
const LONG = new RegExp(
  `(${[
    ...['audit', 'backup', 'bad-input', 'chaos', 'columns', 'commands', 'crash', 'database-\\w+'],
    ...['desk-states-\\w+', 'guides', 'linear', 'lives', 'loans', 'plugin-sequences', 'races'],
    ...['readiness-faults', 'record', 'reference', 'start', 'torture', 'bootstrap', 'embedded'],
    ...['standby'],
  ].join('|')})\\.(db|http|browser|test)`,
)
/** Another file in the process would notice. */
const CHANGES_PROCESS = /process\.env\.\w+ = |mock\.timers|process\.chdir|\blockFolder\(/
const SIZES = { pure: 60, database: 8, browser: 6 }

/** The groups of the rounds, in the order in which they should begin. */
export function groupsOf(root: string, rounds: readonly Round[]): Group[] {
  const alone: Group[] = []
  const shared: Group[] = []
  for (const { name, files, env } of rounds) {
    const isAlone = (file: string) =>
      LONG.test(file) || CHANGES_PROCESS.test(readFileSync(join(root, file), 'utf8'))
    const single = files.filter(isAlone)
    alone.push(...single.map((file) => ({ round: name, files: [file], env })))
    const rest = files.filter((file) => !single.includes(file))
    const size = sizeOf(rest)
    const count = Math.ceil(rest.length / size)
    // Neighbours are of one kind and take about as long: each group gets some of all.
    const dealt = Array.from({ length: count }, (_, group) =>
      rest.filter((_, index) => index % count === group),
    )
    shared.push(...dealt.map((part) => ({ round: name, files: part, env })))
  }
  return [...alone, ...shared]
}

function sizeOf(files: readonly string[]): number {
  if (files.some(needsBrowser)) return SIZES.browser
  return files.some(needsDatabase) ? SIZES.database : SIZES.pure
}

/** The results of a benchmark, as data: `bench/results/<name>.json`, of its last run. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'

/** One figure; a ratio is against a limit of the same run. */
export type Figure = {
  readonly what: string
  readonly value: number
  /** `ratio`, `ms`, `ms of a processor`, `1/s`, `MB`, or the counted objects. */
  readonly unit: string
  /** The aim: a minimum, or with `atMost` a maximum. */
  readonly aim?: number
  readonly atMost?: true
  /** Of each round, in order. */
  readonly rounds?: readonly number[]
}

type Results = {
  readonly options: Readonly<Record<string, number | string | boolean>>
  readonly figures: readonly Figure[]
}

/** A file of `bench/results` that a run has written. */
export type Run = Results & {
  readonly bench: string
  readonly date: string
  readonly commit: string
  readonly machine: string
  /** Of the last 1, 5 and 15 minutes, at the end of the run; its own included. */
  readonly load: readonly number[]
  /** The figures that missed their aim. */
  readonly missed: readonly string[]
}

/** Writes them with the machine, its load, the date and the commit, and returns the whole. */
export function keepResults(name: string, results: Results): Run {
  const [processor] = cpus()
  const whole = {
    bench: name,
    date: new Date().toISOString(),
    commit: commit(),
    machine: `${cpus().length} × ${processor?.model ?? 'unknown'}, Node ${process.version}`,
    load: loadavg().map((each) => Number(each.toFixed(1))),
    ...results,
    missed: results.figures.filter(isMissed).map(({ what }) => what),
  }
  const file = join(import.meta.dirname, 'results', `${name}.json`)
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`)
  return whole
}

function isMissed({ value, aim, atMost }: Figure): boolean {
  if (aim === undefined) return false
  return atMost === true ? !(value <= aim) : !(value >= aim)
}

/** With a plus if files were changed since. */
function commit(): string {
  const git = (...parameters: string[]) =>
    execFileSync('git', parameters, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--', ':!results') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`
  } catch {
    return 'unknown'
  }
}

/** The lower middle one. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** A line for each figure, for people. */
export function resultLines(figures: readonly Figure[]): string {
  const text = ({ value, unit }: Pick<Figure, 'value' | 'unit'>) =>
    unit === 'ratio' ? `${(value * 100).toFixed(1)} %` : `${digits(value)} ${unit}`
  return figures
    .map((figure) => {
      const { what, unit, aim, atMost, rounds } = figure
      const bound =
        aim === undefined ? '' : ` (aim ${atMost ? '<=' : '>='} ${text({ value: aim, unit })})`
      const each = rounds === undefined ? '' : `: ${rounds.map(digits).join(', ')}`
      return `${isMissed(figure) ? 'MISSED ' : ''}${what}: ${text(figure)}${bound}${each}`
    })
    .join('\n')
}

const digits = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3)

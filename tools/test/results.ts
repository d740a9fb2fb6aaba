/** What a run has found, line by line and counted. */
import type { FileResult } from './run-group.ts'

type Counts = { passed: number; failed: number; skipped: number }

type Failure = { readonly round: string; readonly file: string; readonly counts: Counts }

export type Results = {
  readonly say: (text: string) => void
  readonly counts: Counts
  /** The files that failed, with what they added to the counts. */
  readonly failures: readonly Failure[]
  /** A check that is no test file; `output` says what is wrong. */
  check(output: string | undefined): void
  skip(files: number, why: string): void
  file(round: string, result: FileResult): void
  broken(round: string, file: string, reason: string, output: string): void
  /** The tests that took longest, a line each: where a faster run would begin. */
  slowest(count: number): string
  /** A failed file passed when it was alone; `counts` are those of that run. */
  forgive(round: string, file: string, counts: Counts): void
}

export function createResults(say: (text: string) => void): Results {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  let failures: readonly Failure[] = []
  const durations: { readonly ms: number; readonly name: string }[] = []
  const add = (more: Counts, times: 1 | -1) => {
    for (const kind of ['passed', 'failed', 'skipped'] as const) counts[kind] += times * more[kind]
  }
  return {
    say,
    counts,
    get failures() {
      return failures
    },
    check(output) {
      if (output === undefined) counts.passed++
      else {
        counts.failed++
        say(`${output}\n`)
      }
    },
    skip(files, why) {
      counts.skipped += files
      say(`SKIPPED: ${files} files, ${why}.\n`)
    },
    file(round, { file, reports, ms, output }) {
      for (const { kind, name, ms: own } of reports)
        if (kind !== 'end' && own >= SLOW_MS)
          durations.push({ ms: own, name: `${round}: ${file}: ${name}` })
      const of = (kind: string) => reports.filter((report) => report.kind === kind)
      for (const { name, text } of of('skipped'))
        say(`SKIPPED ${round}: ${file}: ${name}: ${text}\n`)
      for (const { name, text } of of('failed')) {
        say(`\nFAILED  ${round}: ${file}: ${name}\n${text}\n\n`)
      }
      const isEmpty = reports.length === 0
      if (isEmpty) say(`\nFAILED  ${round}: ${file} has no tests\n\n`)
      const passed = of('passed').length
      const failed = of('failed').length + (isEmpty ? 1 : 0)
      const own = { passed, failed, skipped: of('skipped').length }
      add(own, 1)
      if (failed > 0) failures = [...failures, { round, file, counts: own }]
      if (failed > 0 && output !== '') say(`${file} printed:\n${output}\n`)
      const sign = failed > 0 ? 'FAILED' : 'ok    '
      say(`${sign}  ${round.padEnd(8)}  ${file}: ${passed + failed}, ${seconds(ms)}\n`)
    },
    broken(round, file, reason, output) {
      counts.failed++
      say(`\nFAILED  ${round}: ${file}: ${reason}\n${output}\n`)
    },
    slowest(count) {
      const slow = durations.toSorted((one, other) => other.ms - one.ms).slice(0, count)
      return slow.map(({ ms, name }) => `slow  ${seconds(ms)}  ${name}\n`).join('')
    },
    forgive(round, file, now) {
      const isIt = (failure: Failure) => failure.round === round && failure.file === file
      for (const failure of failures.filter(isIt)) add(failure.counts, -1)
      add(now, 1)
      failures = failures.filter((failure) => !isIt(failure))
      say(`UNSTEADY  ${round}: ${file} failed beside others and passed alone: mend it.\n`)
    },
  }
}

/** Less is not worth a line. */
const SLOW_MS = 10_000

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Sends what the tests of a group report to the runner, one message per test and per file. */
import type { TestEvent } from 'node:test/reporters'

/** `end` comes after the last test of a file, whose name it carries. */
export type Report = {
  readonly kind: 'passed' | 'failed' | 'skipped' | 'end'
  readonly name: string
  /** What failed, or why it is skipped. */
  readonly text: string
  readonly ms: number
}

type TestError = Error & { readonly cause?: Error; readonly failureType?: string }

/** How a reporter has to look for `--test-reporter`. */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    for (const report of reportsOf(event)) process.send?.(report)
    yield ''
  }
}

function reportsOf(event: TestEvent): Report[] {
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return []
  const { name, nesting, details, skip, todo } = event.data
  const ms = details.duration_ms
  const isSuite = details.type === 'suite'
  const end: Report[] = isSuite && nesting === 0 ? [{ kind: 'end', name, text: '', ms }] : []
  if (event.type === 'test:fail') {
    const error = event.data.details.error as TestError
    // A suite fails with its tests, which are counted, or by its own hook, which no test shows.
    if (isSuite && error.failureType === 'subtestsFailed') return end
    return [{ kind: 'failed', name, text: textOf(error), ms }, ...end]
  }
  if (skip || todo) return [{ kind: 'skipped', name, text: String(skip ?? todo), ms }, ...end]
  return isSuite ? end : [{ kind: 'passed', name, text: '', ms }]
}

function textOf({ cause, message, stack }: TestError): string {
  const first = cause?.stack ?? stack ?? cause?.message ?? message
  // What a property failed of stands behind its counterexample.
  return cause?.cause instanceof Error ? `${first}\n${cause.cause.stack}` : first
}

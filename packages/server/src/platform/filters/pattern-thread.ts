/** The thread that matches patterns with texts. */
import { parentPort } from 'node:worker_threads'
import { RE2JS } from 're2js'
import { remembering } from '../bounded-map.ts'
import {
  flagsOf,
  MS_MAX,
  type PatternJob,
  type PatternTest,
  type PatternValue,
} from './patterns.ts'

type Fits = (row: readonly PatternValue[]) => boolean

/** Many rows contain the same few values. */
const REMEMBERED_MAX = 10_000

function compile({ pattern, cased, column }: PatternTest): Fits {
  const compiled = RE2JS.compile(pattern, flagsOf(cased))
  const fits = remembering(REMEMBERED_MAX, (text) => compiled.test(text))
  return (row) => {
    const value = row[column] ?? null
    if (value === null) return false
    return typeof value === 'string' ? fits(value) : value.some(fits)
  }
}

/** Null when it takes too long. */
function matchesOf({ groups, rows }: PatternJob): number[] | null {
  const tests = groups.map((group) => group.map(compile))
  const matches: number[] = []
  const started = performance.now()
  const before = process.threadCpuUsage()
  for (const [index, row] of rows.entries()) {
    if (tests.every((group) => group.some((fits) => fits(row)))) matches.push(index)
    if (performance.now() - started > MS_MAX) {
      const { user, system } = process.threadCpuUsage(before)
      if (user + system > MS_MAX * 1_000) return null
    }
  }
  return matches
}

parentPort?.on('message', (job: PatternJob) => parentPort?.postMessage(matchesOf(job)))
parentPort?.postMessage('ready')

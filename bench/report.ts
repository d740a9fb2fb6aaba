import type { Measured } from './load.ts'
import type { PgbenchMeasured } from './pgbench.ts'

export type Rounds = { readonly http: Measured[]; readonly pgbench: PgbenchMeasured[] }

/** A line of the table. The figures of each kind are those of its median round. */
export type Comparison = {
  readonly what: string
  readonly httpPerSecond: number
  readonly pgbenchPerSecond: number
  readonly ratio: number
  /** The share of pgbench's figure that the service should reach. */
  readonly aim: number
  readonly p50: number
  readonly p99: number
  readonly pgbenchAverage: number
  readonly rounds: { readonly http: number[]; readonly pgbench: number[] }
}

/** The lower middle one by speed. */
function median<T extends { readonly perSecond: number }>(rounds: readonly T[]): T {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

export function compare(what: string, aim: number, { http, pgbench }: Rounds): Comparison {
  const served = median(http)
  const limit = median(pgbench)
  return {
    what,
    httpPerSecond: served.perSecond,
    pgbenchPerSecond: limit.perSecond,
    ratio: served.perSecond / limit.perSecond,
    aim,
    p50: served.p50,
    p99: served.p99,
    pgbenchAverage: limit.average,
    rounds: {
      http: http.map(({ perSecond }) => Math.round(perSecond)),
      pgbench: pgbench.map(({ perSecond }) => Math.round(perSecond)),
    },
  }
}

const HEAD = ['', 'HTTP/s', 'pgbench/s', 'ratio', 'aim', 'p50 ms', 'p99 ms', 'pgbench avg ms']

export function table(comparisons: readonly Comparison[]): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const rows = comparisons.map((line) => [
    line.what,
    line.httpPerSecond.toFixed(0),
    line.pgbenchPerSecond.toFixed(0),
    percent(line.ratio),
    percent(line.aim),
    line.p50.toFixed(1),
    line.p99.toFixed(1),
    line.pgbenchAverage.toFixed(1),
  ])
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const text = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
  const rounds = comparisons.map(
    ({ what, rounds: { http, pgbench } }) =>
      `${what}, each round: HTTP ${http.join(', ')}; pgbench ${pgbench.join(', ')}`,
  )
  return [text(HEAD), ...rows.map(text), '', ...rounds].join('\n')
}

import type { Figure } from './results.ts'

/** A run of either side. Processor time is that of the whole side, in ms per operation. */
type Run = { readonly perSecond: number; readonly processorMs: number }
export type HttpRun = Run & { readonly p50: number; readonly p99: number }
export type PgbenchRun = Run & { readonly average: number }

type Rounds = {
  readonly http: HttpRun[]
  readonly pgbench: PgbenchRun[]
  /** The same with many of them in one transaction. */
  readonly batched?: Run[]
}

/** A row of the table. The figures of each kind are those of its median round. */
export type Comparison = {
  readonly what: string
  readonly http: HttpRun
  readonly pgbench: PgbenchRun
  readonly batched: Run | undefined
  /** Of pgbench's figures. */
  readonly ratio: number
  readonly ratioOfBatched: number | undefined
  readonly ratioOfProcessor: number
  /** The share of pgbench's figure that the service should reach. */
  readonly aim: number
  readonly rounds: { readonly [Side in keyof Rounds]: number[] }
}

/** The lower middle one by speed. */
function median<T extends { readonly perSecond: number }>(rounds: readonly T[]): T {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

export function compare(what: string, aim: number, rounds: Rounds): Comparison {
  const [http, pgbench] = [median(rounds.http), median(rounds.pgbench)]
  const batched = rounds.batched && median(rounds.batched)
  const perSecond = (runs: readonly Run[]) => runs.map((run) => Math.round(run.perSecond))
  return {
    ...{ what, http, pgbench, batched, aim },
    ratio: http.perSecond / pgbench.perSecond,
    ratioOfBatched: batched && http.perSecond / batched.perSecond,
    ratioOfProcessor: http.processorMs / pgbench.processorMs,
    rounds: {
      http: perSecond(rounds.http),
      pgbench: perSecond(rounds.pgbench),
      ...(rounds.batched === undefined ? {} : { batched: perSecond(rounds.batched) }),
    },
  }
}

/**
 * The aims of captures that share transactions: the share of the batching form, and processor time
 * in ms.
 */
const AIMS = { batched: 0.6, processor: 0.6, p99: 40 }

export function figuresOf(line: Comparison): Figure[] {
  const { what, http, pgbench, batched, aim, ratioOfBatched, rounds } = line
  const isMain = what === 'captures'
  const below = (most: number) => (isMain ? ({ aim: most, atMost: true } as const) : {})
  return [
    { what: `${what} beside pgbench`, value: line.ratio, unit: 'ratio', aim },
    ...(ratioOfBatched === undefined
      ? []
      : [
          {
            ...{ what: `${what} beside batching pgbench`, value: ratioOfBatched, unit: 'ratio' },
            ...(isMain ? { aim: AIMS.batched } : {}),
          },
        ]),
    {
      ...{ what: `processor of ${what} beside pgbench`, value: line.ratioOfProcessor },
      ...{ unit: 'ratio', ...below(AIMS.processor) },
    },
    { what: `p99 of ${what}`, value: http.p99, unit: 'ms', ...below(AIMS.p99) },
    { what, value: http.perSecond, unit: '1/s', rounds: rounds.http },
    { what: `${what} by pgbench`, value: pgbench.perSecond, unit: '1/s', rounds: rounds.pgbench },
    ...(batched === undefined
      ? []
      : [{ what: `${what} by batching pgbench`, value: batched.perSecond, unit: '1/s' }]),
    { what: `processor for each of ${what}`, value: http.processorMs, unit: 'ms' },
    { what: `processor for each by pgbench`, value: pgbench.processorMs, unit: 'ms' },
  ]
}

const HEAD = [
  ...['', 'HTTP/s', 'pgbench/s', 'ratio', 'aim', 'batched/s', 'ratio'],
  ...['p50 ms', 'p99 ms', 'pgbench avg ms', 'CPU ms', 'pgbench CPU ms', 'batched CPU ms', 'ratio'],
]

function cells({ what, http, pgbench, batched, aim, ...ratios }: Comparison): string[] {
  const percent = (share: number | undefined) =>
    share === undefined ? '' : `${(share * 100).toFixed(1)} %`
  return [
    ...[what, http.perSecond.toFixed(0), pgbench.perSecond.toFixed(0)],
    ...[percent(ratios.ratio), percent(aim)],
    ...[batched?.perSecond.toFixed(0) ?? '', percent(ratios.ratioOfBatched)],
    ...[http.p50.toFixed(1), http.p99.toFixed(1), pgbench.average.toFixed(1)],
    ...[http.processorMs.toFixed(2), pgbench.processorMs.toFixed(2)],
    ...[batched?.processorMs.toFixed(2) ?? '', percent(ratios.ratioOfProcessor)],
  ]
}

export function table(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(cells)
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
  const rounds = comparisons.map(({ what, rounds }) => {
    const sides = Object.entries(rounds).map(([side, runs]) => `${side} ${runs.join(', ')}`)
    return `${what}, each round: ${sides.join('; ')}`
  })
  return [text(HEAD), ...rows.map(text), '', ...rounds].join('\n')
}

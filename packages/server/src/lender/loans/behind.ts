/** Which loans that are behind the filters of a list leave: what an index can find. */
import type { ListQuery, Test } from '../../platform/filters/list-table.ts'
import type { Scope } from './lender-loan.ts'

type Days = { readonly least: number; readonly most: number }

const BEHIND: ReadonlyMap<string, Days> = new Map([
  ['1-30', { least: 1, most: 30 }],
  ['31-60', { least: 31, most: 60 }],
  ['61-90', { least: 61, most: 90 }],
  ['90+', { least: 91, most: Number.POSITIVE_INFINITY }],
])

/** Conditions on the days of stored rows, where a filter leaves none that are not behind. */
export function behindWanted(scope: Scope, { filters }: ListQuery): string[] {
  const textsOf = (name: string) =>
    filters.find(({ property }) => property === name)?.tests.flatMap(textsWanted) ?? []
  const days = daysWanted(textsOf('bucket'))
  const states = textsOf('state')
  const isLate = states.length > 0 && states.every((each) => each === 'in_arrears')
  return [
    ...(days === undefined ? [] : [sinceWithin(scope, days)]),
    ...(isLate ? ['l.overdue_since IS NOT NULL'] : []),
  ]
}

/** How far behind all loans in the buckets are; undefined: some are not. */
function daysWanted(buckets: readonly string[]): Days | undefined {
  const wanted = buckets.map((name) => BEHIND.get(name))
  const behind = wanted.filter((each) => each !== undefined)
  if (behind.length === 0 || behind.length < wanted.length) return undefined
  return {
    least: Math.min(...behind.map(({ least }) => least)),
    most: Math.max(...behind.map(({ most }) => most)),
  }
}

/** The values that a test lets pass; an empty one: it could be any. */
function textsWanted(test: Test): readonly string[] {
  if (test.kind === 'among') return test.texts
  return test.kind === 'same' && test.cased ? [test.text] : ['']
}

/** By UTC and a day more on either side: the loan's own zone decides later. */
function sinceWithin({ sandbox, now }: Scope, { least, most }: Days): string {
  // The clock of a sandbox store may show any day.
  if (sandbox) return 'l.overdue_since IS NOT NULL'
  const today = `date '${now.toISOString().slice(0, 'YYYY-MM-DD'.length)}'`
  const until = `l.overdue_since <= ${today} - ${least - 1}`
  return most === Number.POSITIVE_INFINITY
    ? until
    : `${until} AND l.overdue_since >= ${today} - ${most + 1}`
}

import { limits } from '@svc/api'
import { headerOf, linesOf } from '../../platform/http/csv.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { addDays, dayOf, instantOf } from '../../platform/time/calendar.ts'
import { findStoreIn } from '../../tenancy/accounts/store.ts'
import type { Clocks, LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type Exporting, loggedFile, mayRead } from '../lists/exporting.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { definitionOf, type FigureName } from './definitions.ts'
import type { Figure } from './figure.ts'
import { readSpan, readStore } from './input.ts'
import { everyDay } from './rules.ts'
import { figureView } from './view.ts'

type Places = Reading & { readonly clocks: Pick<Clocks, 'real' | 'of'> }
type Wanted = { readonly name: FigureName; readonly parameters: URLSearchParams }

/**
 * A figure over all stores in days of UTC, or of one store in days and the time of its own.
 * Refusals: `query_invalid`, `store_not_found`.
 */
export async function readFigure(
  { database, clocks }: Places,
  caller: LenderCaller,
  { name, parameters }: Wanted,
): Promise<Figure> {
  const { kind, isDaily, columns, read, daysMax = limits.figureDaysMax } = definitionOf(name)
  const { sandbox } = caller
  const { storeId, timeZone, now } = await placeOf({ database, clocks }, sandbox, parameters)
  const { from, to } = readSpan(parameters, { kind, daysMax, today: dayOf(now, timeZone) })
  const start = instantOf(from, 0, timeZone)
  const end = instantOf(addDays(to, 1), 0, timeZone)
  const scope = { sandbox, storeId, timeZone, from, to, start, end, now }
  const rows = await read(database, scope, caller)
  const of = { kind, scope }
  if (isDaily) {
    const counted = columns.filter((each) => each !== 'day' && each !== 'currency')
    // Zero has no share.
    const zero = Object.fromEntries(counted.map((each) => [each, /_rate$/.test(each) ? null : 0]))
    const how = { zero, isOfCurrency: columns.includes('currency') }
    const each = rows.map((row) => ({ ...row }))
    return { ...of, rows: everyDay(each, how, { from, to }), leftOut: 0 }
  }
  const shown = rows.slice(0, limits.figurePointsMax)
  return { ...of, rows: shown, leftOut: rows.length - shown.length }
}

/**
 * The rows of a figure, as CSV. Refusals: those of the figure, and of callers who may not read it.
 */
export async function exportFigure(
  { writing, mayStill, ...reading }: Places & Exporting,
  caller: LenderCaller,
  { name, parameters }: Wanted,
): Promise<AsyncIterable<string>> {
  const { permission, columns } = definitionOf(name)
  mayRead(caller, permission)
  const figure = await readFigure(reading, caller, { name, parameters })
  const { results } = figureView(figure)
  async function* part() {
    yield headerOf(columns) + linesOf(columns, results)
  }
  const file = { list: `figures/${name}`, filters: `${parameters}`, rows: results.length }
  const whole = { ...file, storeId: figure.scope.storeId }
  return loggedFile({ writing, mayStill }, caller, whole, part())
}

/** Whose days it counts by, and what time it is there. */
async function placeOf({ database, clocks }: Places, sandbox: boolean, query: URLSearchParams) {
  const storeId = readStore(query)
  if (storeId === null) return { storeId, ...LENDER_ZONE, now: clocks.real.now() }
  const stored = isId(storeId)
    ? await findStoreIn(database, { storeId, sandbox, at: null })
    : undefined
  const { timeZone } = existing(stored, 'store', storeId)
  return { storeId, timeZone, now: (await clocks.of({ storeId, sandbox })).now() }
}

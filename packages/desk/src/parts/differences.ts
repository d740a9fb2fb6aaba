/** Two states of the same object, member by member, as people read them. */
import { t, word, wordOf } from '../texts/texts.ts'
import { count, money, rate } from './format.ts'
import type { Change } from './money/changes.ts'

export const NOTHING = '–'
const AMOUNTS = new Set<string>([
  ...(['min_amount', 'max_amount', 'opening_fee_fixed', 'late_charge', 'fee_fixed'] as const),
  ...(['open_amount_max', 'income_from', 'written_off_max', 'history_due_max'] as const),
  ...(['check_from', 'exposure_max', 'amount', 'highest_payment', 'income', 'due'] as const),
  ...(['open_amount', 'written_off_amount'] as const),
])
const RATES = /_rate$|_share_max$/

/** Of `next` what `old` has not, or otherwise, and of `old` what is gone; amounts in `currency`. */
export function differencesOf(old: object, next: object, currency: string): Change[] {
  return differencesBetween(leavesOf(old, currency), leavesOf(next, currency))
}

type Values = ReadonlyMap<string, string>

/** The same of values by their names. */
export const differencesBetween = (old: Values, next: Values): Change[] =>
  [...new Set([...next.keys(), ...old.keys()])]
    .map((name) => ({ name, old: old.get(name) ?? NOTHING, next: next.get(name) ?? NOTHING }))
    .filter((each) => each.old !== each.next)

const leavesOf = (value: object, currency: string): Map<string, string> =>
  new Map(leaves(value, { path: [], currency }))

type Place = { readonly path: readonly string[]; readonly currency: string }

function* leaves(value: unknown, { path, currency }: Place): Generator<[string, string]> {
  for (const [name, each] of Object.entries(recordOf(value))) {
    const own = [...path, word(name)]
    if (isList(each)) yield* items(each, { path, currency })
    else if (typeof each === 'object' && each !== null && !Array.isArray(each)) {
      yield* leaves(each, { path: own, currency })
    } else yield [own.join(' · '), valueText(name, each, currency)]
  }
}

/** Each by its kind and its currency: where it stands among them says nothing. */
function* items(list: readonly object[], { path, currency }: Place): Generator<[string, string]> {
  for (const item of list) {
    const { type, currency: of, ...members } = recordOf(item)
    const names = [type, of].filter((each) => typeof each === 'string').map(word)
    const own = typeof of === 'string' ? of : currency
    yield* leaves(members, { path: [...path, names.join(' ')], currency: own })
  }
}

const isList = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.some((each) => typeof each === 'object' && each !== null)

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** A value of a member with the name: an amount, a rate, a word of the API. */
export function valueText(name: string, value: unknown, currency: string): string {
  if (value === null || value === undefined) return NOTHING
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.join(', ')
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (typeof value !== 'number') return wordOf(name, String(value))
  if (AMOUNTS.has(name)) return money(value, currency)
  return RATES.test(name) ? rate(value) : count(value)
}

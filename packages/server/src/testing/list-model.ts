/**
 * What a list of orders shows, worked out in memory from contract §3: a second reading of it, which
 * shares nothing with the one that makes SQL.
 */
export type Value = string | number | Date | null
/** An order by the names of its properties on the wire; `state` says whether it is listed. */
export type ModelOrder = { readonly state: string } & Readonly<Record<string, Value>>

const TIME_ZONE = 'Europe/Madrid'

export function modelList(
  orders: readonly ModelOrder[],
  query: URLSearchParams,
): { count: number; ids: Value[] } {
  const filters = [...new Set(query.keys())].filter(
    (name) => !['page', 'page_size', 'ordering', 'q'].includes(name),
  )
  const showsKo = filters.some((name) => /^(financing_status|status_reason)(-|$)/.test(name))
  const found = orders
    .filter(({ state }) => state !== 'in_process' && (showsKo || state !== 'ko'))
    .filter((order) =>
      filters.every((name) => query.getAll(name).some((value) => fits(order, name, value))),
    )
    .filter((order) => (query.get('q') ?? '').split(/[\s,]+/).every((term) => hasTerm(order, term)))
    .sort((a, b) => compareOrders(a, b, query.get('ordering') || '-created'))
  const size = Number(query.get('page_size') ?? 25)
  const page = Number(query.get('page') ?? 1)
  const shown = found.slice((page - 1) * size, page * size)
  return { count: found.length, ids: shown.map(({ id }) => id ?? null) }
}

function hasTerm(order: ModelOrder, term: string): boolean {
  const texts = ['account-first_name', 'account-last_name', 'account-email']
  return texts.some((name) => expression(term, 'iu').test(String(order[name] ?? '')))
}

function compareOrders(a: ModelOrder, b: ModelOrder, ordering: string): number {
  const fields = ordering.split(',')
  const last = fields.at(-1)?.startsWith('-') ? '-id' : 'id'
  for (const field of [...fields, last]) {
    const down = field.startsWith('-')
    const name = down ? field.slice(1) : field
    const column = name === 'account-created' ? 'customer-created' : name
    const order = compare(a[column] ?? null, b[column] ?? null)
    if (order !== 0) return down ? -order : order
  }
  return 0
}

/** Nulls count as the largest. */
function compare(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a < b ? -1 : Number(a > b)
}

function fits(order: ModelOrder, parameter: string, text: string): boolean {
  const whole = parameter in order
  const cut = whole ? parameter.length : parameter.lastIndexOf('-')
  const lookup = whole ? 'exact' : parameter.slice(cut + 1)
  const name = parameter.slice(0, cut)
  const value = order[name] ?? null
  if (lookup === 'isnull') return (value === null) === /^(yes|true|1)$/i.test(text)
  if (value === null) return false
  if (value instanceof Date) return fitsDate(value, { name, lookup, text })
  if (typeof value === 'number') return fitsNumber(value - Number(text), lookup)
  if (name === 'account-type' && /^(i?exact|in)$/.test(lookup)) {
    return fitsText(meant(value), lookup, text.split(',').map(meant).join(','))
  }
  return fitsText(value, lookup, text)
}

/** A type is shown as it was sent, and found by either of its names as a whole. */
const meant = (text: string): string =>
  text.replace(/^g$/i, 'guest').replace(/^n$/i, 'new').replace(/^e$/i, 'existing')

function fitsNumber(difference: number, lookup: string): boolean {
  if (lookup === 'exact') return difference === 0
  if (lookup === 'gt') return difference > 0
  if (lookup === 'gte') return difference >= 0
  return lookup === 'lt' ? difference < 0 : difference <= 0
}

const expression = (text: string, flags: string, before = '', after = ''): RegExp =>
  new RegExp(before + text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') + after, flags)
const plain = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')

function fitsText(value: string, lookup: string, text: string): boolean {
  switch (lookup) {
    case 'exact':
      return value === text
    case 'contains':
      return value.includes(text)
    case 'startswith':
      return value.startsWith(text)
    case 'endswith':
      return value.endsWith(text)
    case 'in':
      return text.split(',').includes(value)
    case 'search':
      return text
        .trim()
        .split(/\s+/)
        .every((word) => expression(plain(word), 'iu').test(plain(value)))
    case 'regex':
      return new RegExp(text, 'u').test(value)
    case 'iregex':
      return new RegExp(text, 'iu').test(value)
    case 'iexact':
      return expression(text, 'iu', '^', '$').test(value)
    case 'icontains':
      return expression(text, 'iu').test(value)
    case 'istartswith':
      return expression(text, 'iu', '^').test(value)
    default:
      return expression(text, 'iu', '', '$').test(value)
  }
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  weekday: 'long',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** What the store's clock and calendar show. */
function local(date: Date): Record<string, string> {
  const parts = clock.formatToParts(date).map(({ type, value }) => [type, value])
  return Object.fromEntries(parts)
}

type DateFilter = { readonly name: string; readonly lookup: string; readonly text: string }

function fitsDate(value: Date, { name, lookup, text }: DateFilter): boolean {
  const { year, month, day, hour, minute, second, weekday } = local(value)
  const today = `${year}-${month}-${day}`
  const micros = `${String(value.getUTCMilliseconds()).padStart(3, '0')}000`
  const shown = name.startsWith('account-')
    ? `${today}T${hour}:${minute}:${second}.${micros}`
    : value.toISOString().replace('Z', '000Z')
  switch (lookup) {
    case 'year':
      return Number(year) === Number(text)
    case 'month':
      return Number(month) === Number(text)
    case 'day':
      return Number(day) === Number(text)
    case 'hour':
      return Number(hour) === Number(text)
    case 'week_day':
      return weekday?.toLowerCase() === text.toLowerCase()
    case 'startswith':
      return shown.startsWith(text)
  }
  if (text.length === 'YYYY-MM-DD'.length) return fitsNumber(compare(today, text), lookup)
  return fitsNumber(value.getTime() - Date.parse(text), lookup)
}

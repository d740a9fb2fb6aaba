import { limits } from '@svc/api'
import { type PageQuery, readPageNumbers } from '../http/paging.ts'
import { echoedName, type Fields, Refused } from '../refusal.ts'
import type { Filter, ListQuery, ListTable, Test } from './list-table.ts'
import { lookupsOf } from './lookups.ts'

const PAGING = new Set(['page', 'page_size', 'ordering'])

/**
 * Parses the filters, `q`, `ordering` and the page of a list from the URL (contract §3). Throws
 * `query_invalid` with all faults, by parameter.
 */
export function readListQuery(
  table: ListTable,
  query: URLSearchParams,
  { timeZone }: { readonly timeZone: string },
): ListQuery {
  // A parameter may have any name, `__proto__` too.
  const fields: Fields = Object.create(null)
  const fault = (name: string, sentence: string): void => {
    const known = fields[name]
    if (known === undefined) fields[name] = [sentence]
    else if (Array.isArray(known) && !known.includes(sentence)) known.push(sentence)
  }
  const page: PageQuery = readPageNumbers(query, fault)
  const terms = readTerms(table, query, fault)
  const ordering = readOrdering(table, query, fault)
  const filters: Filter[] = []
  let values = 0
  for (const name of new Set(query.keys())) {
    if (PAGING.has(name) || (name === 'q' && table.q.length > 0)) continue
    const parsed = findLookup(table, name)
    if ('fault' in parsed) {
      fault(name, parsed.fault)
      continue
    }
    const tests: Test[] = []
    for (const text of query.getAll(name)) {
      values++
      const read = values > limits.filtersMax ? TOO_MANY : parsed.read(text, timeZone)
      if ('fault' in read) fault(name, read.fault)
      else tests.push(read.test)
    }
    filters.push({ name, property: parsed.property, tests })
  }
  if (Object.keys(fields).length > 0) throw new Refused('query_invalid', { fields })
  return { ...page, filters, terms, ordering, timeZone }
}

const TOO_MANY = { fault: `is one too many: a list takes at most ${limits.filtersMax} filters` }

type Lookup =
  | { readonly property: string; readonly read: ReturnType<typeof lookupsOf>[string] }
  | { readonly fault: string }

/** `<property>-<lookup>`, where a property may have `-` in its own name; no lookup is `exact`. */
function findLookup(table: ListTable, name: string): Lookup {
  const whole = Object.hasOwn(table.properties, name)
  const cut = whole ? name.length : name.lastIndexOf('-')
  const property = name.slice(0, Math.max(cut, 0))
  const declared = Object.hasOwn(table.properties, property)
    ? table.properties[property]
    : undefined
  if (declared === undefined) return { fault: 'is not a parameter of this list' }
  const lookups = lookupsOf(declared)
  const lookup = whole ? 'exact' : name.slice(cut + 1)
  const read = Object.hasOwn(lookups, lookup) ? lookups[lookup] : undefined
  if (read !== undefined) return { property, read }
  return { fault: `is not a lookup of ${property}, which has: ${Object.keys(lookups).join(', ')}` }
}

type Fault = (name: string, sentence: string) => void

/** The value of a parameter that may occur once. */
function single(query: URLSearchParams, name: string, fault: Fault): string {
  const [text = '', ...more] = query.getAll(name)
  if (more.length > 0) fault(name, 'must be given once')
  return text
}

/** Split on blanks and commas. */
function readTerms(table: ListTable, query: URLSearchParams, fault: Fault): string[] {
  if (table.q.length === 0) return []
  const text = single(query, 'q', fault)
  if (text.includes('\0')) fault('q', 'must not hold the character U+0000')
  if ([...text].length > limits.textMax) fault('q', `must be at most ${limits.textMax} characters`)
  const terms = [...new Set(text.split(/[\s,]+/u).filter((term) => term !== ''))]
  if (terms.length > limits.filtersMax) fault('q', `must be at most ${limits.filtersMax} terms`)
  return terms
}

function readOrdering(
  table: ListTable,
  query: URLSearchParams,
  fault: Fault,
): ListQuery['ordering'] {
  const text = single(query, 'ordering', fault)
  if (text === '') return []
  const seen = new Set<string>()
  return text.split(',').map((each) => {
    const descending = each.startsWith('-')
    const field = descending ? each.slice(1) : each
    if (!Object.hasOwn(table.orderings, field)) {
      const known = Object.keys(table.orderings).join(', ')
      fault('ordering', `${JSON.stringify(echoedName(field))} is not one of: ${known}`)
    } else if (seen.has(field)) fault('ordering', `names ${field} twice`)
    seen.add(field)
    return { field, descending }
  })
}

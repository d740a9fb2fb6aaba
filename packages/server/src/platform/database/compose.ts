import { columnOf, isJson } from './columns.ts'
import type {
  PlainChanges,
  PlainInsert,
  PlainRemoval,
  PlainUpdate,
  PlainUpdates,
  PlainUpsert,
  PlainValues,
  RowSet,
  Statement,
} from './database.ts'

const NAME = /^[a-z][a-z0-9_]*$/

/** Names come from our own code; the check guards against mistakes, not against callers. */
function name(text: string): string {
  if (!NAME.test(text)) throw new Error(`not a name: ${text}`)
  return text
}

const COLUMNS = new Map<string, string>()

/** The column of a property. */
function column(property: string): string {
  const known = COLUMNS.get(property)
  if (known !== undefined) return known
  const made = name(columnOf(property))
  COLUMNS.set(property, made)
  return made
}

type Bind = (value: unknown) => string

/** JSON is bound as text: an array of texts would be bound as an SQL array. */
const bindTo = (table: string, property: string, bind: Bind, value: unknown): string =>
  bind(value !== null && isJson(table, columnOf(property)) ? JSON.stringify(value) : value)

/** Rows as one value: JSON with the names of the columns. */
const bindRows = (rows: readonly PlainValues[], bind: Bind): string =>
  bind(JSON.stringify(rows.map(withColumns)))

const withColumns = (values: PlainValues): PlainValues =>
  Object.fromEntries(Object.entries(values).map(([property, value]) => [column(property), value]))

/**
 * One statement that writes all row sets: each is a data-modifying WITH query, and the final SELECT
 * fails the statement when an update did not change as many rows as it must. Undefined when there
 * is nothing to write.
 */
export function compose(rowSets: readonly RowSet[]): Statement | undefined {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const parts: string[] = []
  const checks: string[] = []
  for (const rowSet of rowSets) {
    const part = `w${parts.length}`
    if ('set' in rowSet) {
      parts.push(`${part} AS (${updateText(rowSet, bind)} RETURNING 1)`)
      if (rowSet.any !== true) checks.push(`expect_rows((SELECT count(*) FROM ${part}), 1)`)
    } else if ('updates' in rowSet) {
      parts.push(`${part} AS (${updatesText(rowSet, bind)} RETURNING 1)`)
      if (rowSet.any === true) continue
      checks.push(`expect_rows((SELECT count(*) FROM ${part}), ${bind(rowSet.updates.length)})`)
    } else if ('changes' in rowSet) {
      if (rowSet.changes.length === 0) continue
      parts.push(`${part} AS (${changesText(rowSet, bind)} RETURNING 1)`)
      checks.push(`expect_rows((SELECT count(*) FROM ${part}), ${bind(rowSet.changes.length)})`)
    } else if ('remove' in rowSet) {
      parts.push(`${part} AS (${removalText(rowSet, bind)})`)
    } else if (rowSet.rows.length > 0) {
      const text = 'key' in rowSet ? upsertText(rowSet, bind) : insertText(rowSet, bind)
      parts.push(`${part} AS (${text})`)
    }
  }
  if (parts.length === 0) return undefined
  const select = checks.length === 0 ? '1' : checks.join(', ')
  return { text: `WITH ${parts.join(', ')} SELECT ${select}`, values }
}

function updateText({ table, where, set }: PlainUpdate, bind: Bind): string {
  const pair = ([property, value]: [string, unknown]) =>
    `${column(property)} = ${bindTo(table, property, bind, value)}`
  const assigned = Object.entries(set).map(pair)
  const matched = Object.entries(where).map(pair)
  if (assigned.length === 0 || matched.length === 0) throw new Error(`an empty update of ${table}`)
  return `UPDATE ${name(table)} SET ${assigned.join(', ')} WHERE ${matched.join(' AND ')}`
}

/** Conditions and changes are passed as one value; a column may be in both. */
function updatesText({ table, updates }: PlainUpdates, bind: Bind): string {
  const [first] = updates
  const columns = (values: PlainValues | undefined) => Object.keys(values ?? {}).map(column)
  const set = columns(first?.set).map((each) => `${each} = s.${each}`)
  const matched = columns(first?.where).map((each) => `t.${each} = w.${each}`)
  if (set.length === 0 || matched.length === 0) throw new Error(`empty updates of ${table}`)
  const pairs = updates.map((each) => ({ w: withColumns(each.where), s: withColumns(each.set) }))
  const row = (part: 'w' | 's') =>
    `jsonb_populate_record(NULL::${name(table)}, e.value -> '${part}') ${part}`
  return `UPDATE ${table} t SET ${set.join(', ')}
    FROM jsonb_array_elements(${bind(JSON.stringify(pairs))}) e, ${row('w')}, ${row('s')}
    WHERE ${matched.join(' AND ')}`
}

/**
 * The rows are passed as one value, so the text is the same for any number of them. They are joined
 * one by one, as for updates: the planner then uses the key; for a set of unknown size it would
 * scan a table of some thousand rows.
 */
function changesText({ table, by, changes }: PlainChanges, bind: Bind): string {
  const changed = Object.keys(changes[0] ?? {}).filter((property) => !by.includes(property))
  const set = changed.map(column).map((each) => `${each} = v.${each}`)
  const matched = by.map(column).map((each) => `t.${each} = v.${each}`)
  if (set.length === 0 || matched.length === 0) throw new Error(`empty changes of ${table}`)
  return `UPDATE ${name(table)} t SET ${set.join(', ')}
    FROM jsonb_array_elements(${bindRows(changes, bind)}) e,
      jsonb_populate_record(NULL::${table}, e.value) v
    WHERE ${matched.join(' AND ')}`
}

function insertText({ table, rows, many }: PlainInsert, bind: Bind): string {
  const properties = Object.keys(rows[0] ?? {})
  const uneven = rows.some((row) => Object.keys(row).length !== properties.length)
  if (uneven) throw new Error(`uneven rows for ${table}`)
  const columns = properties.map(column).join(', ')
  const into = `INSERT INTO ${name(table)} (${columns})`
  if (many === true) {
    const values = `jsonb_populate_recordset(NULL::${table}, ${bindRows(rows, bind)})`
    return `${into} SELECT ${columns} FROM ${values}`
  }
  const tuple = (row: PlainValues) =>
    properties.map((property) => bindTo(table, property, bind, row[property])).join(', ')
  return `${into} VALUES ${rows.map((row) => `(${tuple(row)})`).join(', ')}`
}

/** The rows are passed as one value, so the text is the same for any number of them. */
function upsertText({ table, key, changed, rows }: PlainUpsert, bind: Bind): string {
  const columns = Object.keys(rows[0] ?? {})
    .map(column)
    .join(', ')
  const anew = changed.map(column).map((each) => `${each} = EXCLUDED.${each}`)
  const taken = anew.length === 0 ? 'NOTHING' : `UPDATE SET ${anew.join(', ')}`
  return `INSERT INTO ${name(table)} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, ${bindRows(rows, bind)})
    ON CONFLICT (${key.map(column).join(', ')}) DO ${taken}`
}

function removalText({ table, remove }: PlainRemoval, bind: Bind): string {
  const matched = Object.entries(remove).map(([property, value]) => {
    const bound = Array.isArray(value) ? `ANY(${bind(value)}::text[])` : bind(value)
    return `${column(property)} = ${bound}`
  })
  if (matched.length === 0) throw new Error(`an empty removal from ${table}`)
  return `DELETE FROM ${name(table)} WHERE ${matched.join(' AND ')}`
}

import type {
  Changes,
  Insert,
  Removal,
  RowSet,
  Statement,
  Update,
  Updates,
  Upsert,
} from './database.ts'

const NAME = /^[a-z][a-z0-9_]*$/

/** Names come from our own code; the check is against a slip, not against callers. */
function name(text: string): string {
  if (!NAME.test(text)) throw new Error(`not a name: ${text}`)
  return text
}

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

function updateText({ table, where, set }: Update, bind: (value: unknown) => string): string {
  const assigned = Object.entries(set).map(([column, value]) => `${name(column)} = ${bind(value)}`)
  const matched = Object.entries(where).map(([column, value]) => `${name(column)} = ${bind(value)}`)
  if (assigned.length === 0 || matched.length === 0) throw new Error(`an empty update of ${table}`)
  return `UPDATE ${name(table)} SET ${assigned.join(', ')} WHERE ${matched.join(' AND ')}`
}

/** Conditions and changes travel as one value; a column may be among both. */
function updatesText({ table, updates }: Updates, bind: (value: unknown) => string): string {
  const [first] = updates
  const set = Object.keys(first?.set ?? {}).map((column) => `${name(column)} = s.${column}`)
  const matched = Object.keys(first?.where ?? {}).map((column) => `t.${name(column)} = w.${column}`)
  if (set.length === 0 || matched.length === 0) throw new Error(`empty updates of ${table}`)
  const row = (part: 'where' | 'set') =>
    `jsonb_populate_record(NULL::${name(table)}, e.value -> '${part}')`
  return `UPDATE ${table} t SET ${set.join(', ')}
    FROM jsonb_array_elements(${bind(JSON.stringify(updates))}) e,
      ${row('where')} w, ${row('set')} s
    WHERE ${matched.join(' AND ')}`
}

/** The rows travel as one value: the text is the same for any number of them. */
function changesText({ table, by, changes }: Changes, bind: (value: unknown) => string): string {
  const columns = Object.keys(changes[0] ?? {}).filter((column) => !by.includes(column))
  const set = columns.map((column) => `${name(column)} = v.${column}`)
  const matched = by.map((column) => `t.${name(column)} = v.${column}`)
  const values = `jsonb_populate_recordset(NULL::${name(table)}, ${bind(JSON.stringify(changes))})`
  if (set.length === 0 || matched.length === 0) throw new Error(`empty changes of ${table}`)
  return `UPDATE ${table} t SET ${set.join(', ')} FROM ${values} v WHERE ${matched.join(' AND ')}`
}

function insertText({ table, rows, many }: Insert, bind: (value: unknown) => string): string {
  const columns = Object.keys(rows[0] ?? {})
  const uneven = rows.some((row) => Object.keys(row).length !== columns.length)
  if (uneven) throw new Error(`uneven rows for ${table}`)
  const into = `INSERT INTO ${name(table)} (${columns.map(name).join(', ')})`
  if (many === true) {
    const values = `jsonb_populate_recordset(NULL::${table}, ${bind(JSON.stringify(rows))})`
    return `${into} SELECT ${columns.join(', ')} FROM ${values}`
  }
  const tuples = rows.map((row) => `(${columns.map((column) => bind(row[column])).join(', ')})`)
  return `${into} VALUES ${tuples.join(', ')}`
}

/** The rows travel as one value: the text is the same for any number of them. */
function upsertText({ table, key, changed, rows }: Upsert, bind: (value: unknown) => string) {
  const columns = Object.keys(rows[0] ?? {})
    .map(name)
    .join(', ')
  const values = `jsonb_populate_recordset(NULL::${name(table)}, ${bind(JSON.stringify(rows))})`
  const anew = changed.map((column) => `${name(column)} = EXCLUDED.${column}`)
  const taken = anew.length === 0 ? 'NOTHING' : `UPDATE SET ${anew.join(', ')}`
  return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${values}
    ON CONFLICT (${key.map(name).join(', ')}) DO ${taken}`
}

function removalText({ table, remove }: Removal, bind: (value: unknown) => string): string {
  const matched = Object.entries(remove).map(([column, value]) => {
    const bound = Array.isArray(value) ? `ANY(${bind(value)}::text[])` : bind(value)
    return `${name(column)} = ${bound}`
  })
  if (matched.length === 0) throw new Error(`an empty removal from ${table}`)
  return `DELETE FROM ${name(table)} WHERE ${matched.join(' AND ')}`
}

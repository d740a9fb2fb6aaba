import type { PlainChanges, PlainInsert, PlainRowSet, PlainUpdate, RowSet } from './database.ts'

/**
 * Combines the rows of many works in one transaction, with one row set for all of the same form: a
 * statement for fifty orders is then as long as that for one. Upserts and removals stay separate.
 */
export function together(rowSets: readonly RowSet[]): RowSet[] {
  const plain: readonly PlainRowSet[] = rowSets
  const groups = Map.groupBy(plain.filter(isSomething), formOf)
  // Sorted, so that the text depends on the forms only.
  const all = [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => joined(group))
  // Rows of the tables that they came from.
  return all as RowSet[]
}

function isSomething(rowSet: PlainRowSet): boolean {
  if ('rows' in rowSet) return rowSet.rows.length > 0
  return !('changes' in rowSet) || rowSet.changes.length > 0
}

const names = (row: object | undefined): string => Object.keys(row ?? {}).join()

function formOf(rowSet: PlainRowSet): string {
  const { table } = rowSet
  if (isUpdate(rowSet)) {
    return [table, 'update', rowSet.any, names(rowSet.where), names(rowSet.set)].join(' ')
  }
  if (isChanges(rowSet)) {
    return [table, 'changes', rowSet.by, names(rowSet.changes[0])].join(' ')
  }
  return isInsert(rowSet) ? [table, 'insert', names(rowSet.rows[0])].join(' ') : `${table} other`
}

const isUpdate = (rowSet: PlainRowSet): rowSet is PlainUpdate => 'set' in rowSet
const isChanges = (rowSet: PlainRowSet): rowSet is PlainChanges => 'changes' in rowSet
const isInsert = (rowSet: PlainRowSet): rowSet is PlainInsert =>
  'rows' in rowSet && !('key' in rowSet)

function joined(group: readonly PlainRowSet[]): readonly PlainRowSet[] {
  const [first] = group
  if (first === undefined) return []
  const { table } = first
  if (isUpdate(first)) {
    const updates = group.filter(isUpdate).map(({ where, set }) => ({ where, set }))
    return [{ table, updates, ...(first.any === true ? { any: true } : {}) }]
  }
  if (isChanges(first)) {
    const changes = group.filter(isChanges).flatMap((each) => each.changes)
    return [{ table, by: first.by, changes }]
  }
  if (!isInsert(first)) return group
  return [{ table, rows: group.filter(isInsert).flatMap(({ rows }) => rows), many: true }]
}

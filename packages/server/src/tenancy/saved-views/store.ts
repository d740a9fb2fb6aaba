import type { SavedView } from '../../model/staff/saved-view.ts'
import { COUNT, columns, select } from '../../platform/database/columns.ts'
import type { Insert, Reader, Removal } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'

const VIEW = columns<'saved_views', Pick<SavedView, 'list' | 'role'>>('saved_views', 'v').without(
  'kind',
)

export async function findView(reader: Reader, id: string): Promise<SavedView | undefined> {
  if (!isId(id)) return undefined
  return (await reader.query(select(VIEW, 'FROM saved_views v WHERE v.id = $1'), [id]))[0]
}

export function findViews(reader: Reader, ids: readonly string[]): Promise<SavedView[]> {
  return reader.query(select(VIEW, 'FROM saved_views v WHERE v.id = ANY($1::text[])'), [ids])
}

/** Those that nobody but the person sees. */
export function listPrivateViews(reader: Reader, staffId: string): Promise<SavedView[]> {
  const text = select(VIEW, 'FROM saved_views v WHERE v.staff_id = $1 AND v.role IS NULL')
  return reader.query(text, [staffId])
}

/** Those that a person has saved, for themselves and for roles. */
export async function countViews(reader: Reader, staffId: string): Promise<number> {
  const text = select(COUNT, 'FROM saved_views v WHERE v.staff_id = $1')
  return (await reader.query(text, [staffId]))[0]?.count ?? 0
}

export function viewRow(view: SavedView): Insert {
  return { table: 'saved_views', rows: [view] }
}

export function viewRemoval(views: readonly Pick<SavedView, 'id'>[]): Removal {
  return { table: 'saved_views', remove: { id: views.map(({ id }) => id) } }
}

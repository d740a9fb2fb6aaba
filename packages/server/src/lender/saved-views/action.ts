import type { Action } from '../../model/actions/action.ts'
import type { SavedView } from '../../model/staff/saved-view.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'

/** What people write of their own stays out of a log that nobody can change. */
const HIDDEN = new Set(['name', 'query'])

/** Without its name and its filters. */
export function actionOf(action: 'view.save' | 'view.remove', view: SavedView): Action {
  const { id, name, list, query, role } = view
  const shown = { name, list, query, role }
  const changes =
    action === 'view.save' ? changesOf({}, shown, HIDDEN) : changesOf(shown, {}, HIDDEN)
  return { action, object: { kind: 'view', id }, storeId: null, changes }
}

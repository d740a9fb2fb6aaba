import type { Answered, SavedViewAnswer } from '@svc/api'
import { isRemovable, type SavedView } from '../../model/staff/saved-view.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { viewerOf } from './viewer.ts'

/** As the caller sees it. */
export function savedView(caller: LenderCaller, view: SavedView): Answered<typeof SavedViewAnswer> {
  const { id, name, list, query, role, createdAt } = view
  const removable = isRemovable(viewerOf(caller), view)
  return { id, name, list, query, role, removable, created: utcMicros(createdAt) }
}

import { isRemovable, isShown } from '../../model/staff/saved-view.ts'
import { existing, Refused } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { findView, viewRemoval } from '../../tenancy/saved-views/store.ts'
import { lockPerson } from '../../tenancy/staff-accounts/store.ts'
import { actionOf } from './action.ts'
import { REMOVES_OTHERS, viewerOf } from './viewer.ts'

/**
 * For everybody who sees it; of two concurrent ones the second finds nothing. Refusals:
 * `view_not_found`, `permission_missing`.
 */
export function removeView(
  writing: RealWriting,
  caller: LenderCaller,
  { viewId }: { readonly viewId: string },
): Promise<void> {
  const viewer = viewerOf(caller)
  return writing.writer.transaction(`view/${viewId}`, async (tx) => {
    const known = existing(await findView(tx, viewId), 'view', viewId)
    await lockPerson(tx, known.staffId)
    // A statement of its own sees what was committed while this one waited.
    const present = await findView(tx, viewId)
    const shown = present && isShown(viewer, present) ? present : undefined
    const view = existing(shown, 'view', viewId)
    if (!isRemovable(viewer, view)) {
      throw new Refused('permission_missing', { values: { permission: REMOVES_OTHERS } })
    }
    return tx.commit(undefined, acted(writing, actionOf('view.remove', view), viewRemoval([view])))
  })
}

import { lenderRoles } from '../../model/staff/roles.ts'
import type { Viewer } from '../../model/staff/saved-view.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'

/** What it takes to remove what somebody else has saved for a role. */
export const REMOVES_OTHERS = 'staff:end'

/** No key comes here: a view is of a person. */
export function viewerOf({ principal, holders, permissions }: LenderCaller): Viewer {
  return {
    staffId: principal.id ?? '',
    roles: lenderRoles.filter((each) => holders.includes(each)),
    removesOthers: permissions.has(REMOVES_OTHERS),
  }
}

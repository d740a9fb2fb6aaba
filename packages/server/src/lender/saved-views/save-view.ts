import type { SavedList } from '@svc/api'
import type { LenderRole } from '../../model/staff/roles.ts'
import type { SavedView } from '../../model/staff/saved-view.ts'
import { accept, Refused } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { countViews, viewRow } from '../../tenancy/saved-views/store.ts'
import { lockPerson } from '../../tenancy/staff-accounts/store.ts'
import { actionOf } from './action.ts'
import { queryFaults } from './faults.ts'
import { decideView } from './rules.ts'

type SaveView = {
  readonly staffId: string
  readonly name: string
  readonly list: SavedList
  /** As it stands behind the `?` of an address. */
  readonly query: string
  /** Whose people see it; null: the person alone. */
  readonly role: LenderRole | null
}

/**
 * Saves a list with its filters. Changes of the person's roles come before it or after it.
 * Refusals: `body_invalid`, `view_limit_reached`, `session_ended`.
 */
export function saveView(
  writing: RealWriting,
  { staffId, name, list, query, role }: SaveView,
): Promise<SavedView> {
  const { writer, clock, ids } = writing
  const parameters = new URLSearchParams(query)
  const faults = queryFaults(list, parameters)
  return writer.transaction(`views/${staffId}`, async (tx) => {
    const person = await lockPerson(tx, staffId)
    // They have been disabled since the door let them in.
    if (person === undefined || person.disabledAt !== null) throw new Refused('session_ended')
    const count = await countViews(tx, staffId)
    const wish = { id: ids.next(), staffId, name, list, query: parameters.toString(), role }
    const view = accept(decideView({ person, count, faults }, { ...wish, createdAt: clock.now() }))
    return tx.commit(view, acted(writing, actionOf('view.save', view), viewRow(view)))
  })
}

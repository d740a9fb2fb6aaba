/**
 * What can be saved. Invariants: 1. a view shows many rows: it names no buyer, nor anything that
 * belongs to one buyer. 2. A person saves at most 50. 3. Only people with a role save views for
 * it.
 */
import { limits } from '@svc/api'
import type { Person } from '../../model/staff/person.ts'
import type { SavedView } from '../../model/staff/saved-view.ts'
import type { Decision } from '../../platform/refusal.ts'

/** A buyer, an order, or what else is of one buyer; and where a request came from. */
const OF_ONE = [
  ...['id', 'mid', 'order-id', 'object-id', 'person-id', 'approval-id', 'request_id', 'address'],
  'idempotency_hash',
]
/** But for when they were made, and of what type. */
const OF_BUYER = /^(?:customer-(?!created$)|account-(?!type$))/

/** Whether a view may hold a filter of a property. */
export const isOfMany = (property: string): boolean =>
  !OF_ONE.includes(property) && !OF_BUYER.test(property)

type Saving = {
  readonly person: Person
  /** Views that they have saved. */
  readonly count: number
  /** What is wrong with the query; empty: nothing. */
  readonly faults: readonly string[]
}

export function decideView(
  { person, count, faults }: Saving,
  view: SavedView,
): Decision<SavedView> {
  const isOfRole = view.role === null || person.roles.includes(view.role)
  const fields = {
    ...(faults.length > 0 && { query: [...faults] }),
    ...(!isOfRole && { role: ['is not one of your roles'] }),
  }
  if (Object.keys(fields).length > 0) return { refused: 'body_invalid', detail: { fields } }
  if (count >= limits.viewsMax) {
    const values = { limit: limits.viewsMax, state: 'saved' }
    return { refused: 'view_limit_reached', detail: { values } }
  }
  return { plan: view }
}

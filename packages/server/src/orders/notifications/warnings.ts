/** What an order that waits for its confirmation says of attempts to ask for it. */

import { orderUpdate } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import type { RowSet } from '../../platform/database/database.ts'

const NOT_BOOKED =
  'confirmation_not_booked: the store has answered, and its answer could not be booked; it is ' +
  'asked again until the order expires, and at once when the notification is replayed'
const REFUSED =
  'confirmation_refused_by_store: the address that confirms orders refuses the service with 401 ' +
  'or 403; a shop plugin compares a token: set notification_token (PATCH /me) to what it ' +
  'compares, most often the private key; any other receiver checks a signature: set ' +
  'notification_auth to signature'

export const notBookedRows = (order: Order): RowSet[] => warnedRows(order, NOT_BOOKED)

/** Nothing, unless the answer says that the store does not know the service. */
export const refusedRows = (order: Order, status: number | null): RowSet[] =>
  status === 401 || status === 403 ? warnedRows(order, REFUSED) : []

/** The warning once, while the order waits. */
function warnedRows(before: Order, warning: string): RowSet[] {
  const { state, warnings } = before
  if (state !== 'confirmation_required' || warnings.includes(warning)) return []
  const after = { ...before, warnings: [...warnings, warning], version: before.version + 1 }
  return [orderUpdate(before, after)]
}

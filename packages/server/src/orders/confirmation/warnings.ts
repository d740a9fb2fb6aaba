/** The warnings of an unconfirmed order about attempts to confirm it. */

import { orderUpdate } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import type { RowSet } from '../../platform/database/database.ts'
import type { Warning } from './answer.ts'

const WARNINGS: Readonly<Record<Warning, string>> = {
  not_booked:
    'confirmation_not_booked: the store has answered, and its answer could not be booked; it is ' +
    'retried until the order expires, and immediately when the notification is replayed',
  refused:
    'confirmation_refused_by_store: the address that confirms orders refuses the service with ' +
    '401 or 403; a shop plugin compares a token: set notification_token (PATCH /me) to what it ' +
    'compares, most often the private key; any other receiver checks a signature: set ' +
    'notification_auth to signature',
}

/** The warning once, while the order waits. */
export function warningRows(before: Order, warning: Warning): RowSet[] {
  const text = WARNINGS[warning]
  const { state, warnings } = before
  if (state !== 'confirmation_required' || warnings.includes(text)) return []
  const after = { ...before, warnings: [...warnings, text], version: before.version + 1 }
  return [orderUpdate(before, after)]
}

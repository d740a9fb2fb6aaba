import { LENDER } from '../../model/streams/stream-key.ts'
import type { Placed } from '../../outbound/events/event.ts'
import type { LenderEvent } from './happenings.ts'
import { positionOf } from './positions.ts'
import { postedEventView } from './view.ts'

/** The posted body of an event, at its position. */
export function placedOf(event: LenderEvent): Placed {
  const { of, action } = event
  const [id, orderId] = 'id' in of ? [of.id, of.orderId] : [action.id, null]
  const body = JSON.stringify(postedEventView(event))
  return { storeId: LENDER, id, type: of.type, orderId, position: positionOf(event), body }
}

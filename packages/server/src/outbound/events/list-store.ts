import { storeEventTypes } from '@svc/api'
import { select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Event } from './event.ts'
import { WHOLE } from './store.ts'

/** An event, and the action that it is of. */
export type ActedEvent = Event & { readonly actionId: string }

type OfActions = {
  readonly sandbox: boolean
  readonly actions: readonly string[]
  readonly storeIds: readonly string[]
  /** Orders and other objects of theirs. */
  readonly objects: readonly string[]
}

/**
 * The events of actions, by the objects of the actions; and of checkouts that ended for another, by
 * the action alone.
 */
export function listEventsOfActions(reader: Reader, of: OfActions): Promise<ActedEvent[]> {
  const columnsOfActed = WHOLE.without('position', 'subject', 'ledgerSequence')
  const scope = 'e.store_id = ANY($1::text[]) AND e.sandbox = $2'
  return reader.query(
    select(
      columnsOfActed,
      `FROM (
         SELECT * FROM events e WHERE ${scope} AND e.order_id = ANY($3::text[])
         UNION ALL
         SELECT * FROM events e WHERE ${scope} AND e.order_id <> ALL ($3::text[])
           AND e.type = 'checkout.updated' AND e.action_id = ANY($4::text[])
         UNION ALL
         SELECT * FROM events e WHERE ${scope} AND e.order_id IS NULL
           AND e.type = ANY($5::text[]) AND e.subject = ANY($3::text[])
       ) e WHERE e.action_id = ANY($4::text[])
       ORDER BY e.sequence, e.id`,
    ),
    [of.storeIds, of.sandbox, of.objects, of.actions, storeEventTypes],
  )
}

import type { StoreEventType } from '@svc/api'
import type { Insert, Reader } from '../database/database.ts'

/** What happened to a store and to none of its orders. */
export type StoreEvent = {
  readonly storeId: string
  readonly sandbox: boolean
  readonly id: string
  readonly type: StoreEventType
  /** What it happened to, such as the id of a key. */
  readonly subject: string
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
}

export function storeEventRow(event: StoreEvent): Insert {
  return {
    table: 'store_events',
    rows: [
      {
        store_id: event.storeId,
        sandbox: event.sandbox,
        id: event.id,
        type: event.type,
        subject: event.subject,
        data: JSON.stringify(event.data),
        created_at: event.createdAt,
      },
    ],
  }
}

export type StoreEventQuestion = Pick<StoreEvent, 'storeId' | 'sandbox' | 'type' | 'subject'>

/** Whether this has happened to the subject after that moment. */
export async function hasStoreEvent(
  reader: Reader,
  { storeId, sandbox, type, subject }: StoreEventQuestion,
  after: Date,
): Promise<boolean> {
  const rows = await reader.query(
    `SELECT 1 AS found FROM store_events WHERE store_id = $1 AND sandbox = $2 AND type = $3
       AND subject = $4 AND created_at > $5 LIMIT 1`,
    [storeId, sandbox, type, subject, after],
  )
  return rows.length > 0
}

import type { EventType } from '../events.ts'

/** An event, as `GET /me/events` returns it and as a webhook endpoint receives it. */
export type WebhookEvent = {
  /** Also the `webhook-id`: use it to detect duplicates. */
  readonly id: string
  /** New types may be added at any time: ignore those that you do not know. */
  readonly type: EventType | (string & Record<never, never>)
  readonly created: string
  /** Numbers the events of an order from 1, without gaps; null without an order. */
  readonly sequence: number | null
  readonly order_id: string | null
  /** For an order its `mid` and its amounts after the event. */
  readonly data: Readonly<Record<string, unknown>>
  /** Sent as an example on request: nothing has happened. */
  readonly example?: true
}

/** The status of an order's financing, as `notification_url` receives it (contract §6). */
export type OrderNotification = {
  /** The order's id, not the message's, which is `webhook-id`. */
  readonly id: string
  readonly status: 'pending' | 'ok' | 'ko'
  /** `confirmation_required`: your answer decides the order. */
  readonly status_reason: string
  readonly sandbox: boolean
  /** The store's own id of the order. */
  readonly mid: string
  /** In minor units: 12.50 is 1250. */
  readonly total_amount: number
  readonly tax_rate: number | null
  readonly discount: number | null
  readonly discount_rate: number | null
  readonly currency: {
    readonly name: string
    readonly code: string
    readonly numeric: string
    readonly symbol: string
  }
  readonly rejected: boolean
  readonly created: string
  readonly verified: string | null
  readonly confirmed: string | null
  readonly expires_at: string | null
  readonly expired: string | null
  readonly cancelled: string | null
}

export type WebhookPayload = WebhookEvent | OrderNotification

/** Whether it is an event of a webhook endpoint; otherwise it is a notification. */
export function isEvent(payload: WebhookPayload): payload is WebhookEvent {
  return 'type' in payload
}

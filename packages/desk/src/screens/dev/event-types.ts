import type { EventType } from '@svc/api'

/** What a webhook may be sent; the compiler says when one is missing or gone. */
const TYPES = {
  'checkout.updated': true,
  'order.confirmed': true,
  'order.captured': true,
  'order.voided': true,
  'order.refunded': true,
  'order.edited': true,
  'order.cancelled': true,
  'order.lapsing': true,
  'order.lapsed': true,
  'instalment.due': true,
  'instalment.paid': true,
  'instalment.late': true,
  'payment.received': true,
  'payment.failed': true,
  'payment.charged_back': true,
  'credit.returned': true,
  'loan.withdrawn': true,
  'loan.written_off': true,
  'loan.write_off_undone': true,
  'loan.waived': true,
  'payout.created': true,
  'bank_account.changed': true,
  'api_key.exposed': true,
  'api_key.unused': true,
  'webhook.disabled': true,
} as const satisfies Readonly<Record<EventType, true>>

export const eventTypes: readonly string[] = Object.keys(TYPES)

import { limits } from '../limits.ts'
import {
  Amount,
  CurrencyCode,
  DateTime,
  Identifier,
  optional,
  RequiredText,
  type Static,
  Type,
} from './common.ts'
import { Billing, Shipping } from './orders.ts'

/**
 * An earlier order of the buyer, as the store tells it (seed "History entry"). `status` is one of
 * pending, cancelled, processing and complete, or what the store calls it; `type` is free text.
 */
export const SentHistoryEntry = Type.Object({
  id: Identifier(),
  amount: Amount(),
  due: optional(Amount()),
  status: RequiredText(),
  type: RequiredText(),
  order_date: DateTime(),
  currency: CurrencyCode(),
  billing: optional(Billing),
  shipping: optional(Shipping),
})
export type SentHistoryEntry = Static<typeof SentHistoryEntry>

/** Body of `POST /orders/:orderId/history`. */
export const HistoryBody = Type.Array(SentHistoryEntry, {
  maxItems: limits.historyEntriesMax,
  'x-list': true,
})

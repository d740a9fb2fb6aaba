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

const Kept = (description: string) =>
  Type.Union([Type.Object({}), Type.Null()], { description: `${description}, as it was sent.` })

/** The entry as it is kept. */
export const HistoryEntryAnswer = Type.Object(
  {
    id: Type.String({ description: 'The store’s own id of the earlier order.' }),
    amount: Type.Integer({ minimum: 0, description: 'Its total, in minor units.' }),
    due: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'What of it is still due, in minor units.',
    }),
    status: Type.String({
      description: 'pending, cancelled, processing, complete, or whatever was sent: unknown.',
    }),
    type: Type.String({ description: 'How it was paid, in the store’s words.' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' }),
    billing: Kept('Billing address'),
    shipping: Kept('Shipping'),
    order_date: Type.String({ format: 'date-time', description: 'UTC, with microseconds.' }),
  },
  { $id: 'HistoryEntry', additionalProperties: false },
)

const PageNumber = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])
const PageLink = Type.Union([Type.String({ format: 'uri' }), Type.Null()])

/** A page of `GET /orders/:orderId/history`. */
export const HistoryPage = Type.Object(
  {
    cursor: Type.Object({ after: PageNumber, before: PageNumber }),
    paging: Type.Object({
      count: Type.Integer({ minimum: 0 }),
      next: PageLink,
      previous: PageLink,
    }),
    results: Type.Array(HistoryEntryAnswer, { description: 'Newest first.' }),
  },
  { $id: 'HistoryPage', additionalProperties: false },
)

/** Body of `POST /orders/:orderId/history`. */
export const HistoryBody = Type.Array(SentHistoryEntry, {
  maxItems: limits.historyEntriesMax,
  'x-list': true,
})

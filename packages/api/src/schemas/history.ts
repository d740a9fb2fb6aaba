import { limits } from '../limits.ts'
import { asStored, closed, moment, money, nullable, pageOf, words } from './answers.ts'
import {
  Amount,
  CurrencyCode,
  DateTime,
  Identifier,
  optional,
  RequiredText,
  type Static,
  strict,
  Type,
} from './common.ts'
import { Billing, Shipping } from './orders.ts'

/**
 * An earlier order of the buyer, as sent by the store (contract, "History entry"). `status` is one
 * of pending, cancelled, processing and complete, or the store's own word; `type` is free text.
 */
export const SentHistoryEntry = Type.Object({
  id: Identifier(),
  amount: Amount(),
  due: optional(Amount()),
  status: RequiredText(),
  type: RequiredText(),
  order_date: DateTime(),
  currency: CurrencyCode(),
  // There is no order to carry a warning.
  billing: optional(strict('HistoryBilling', Billing)),
  shipping: optional(strict('HistoryShipping', Shipping)),
})
export type SentHistoryEntry = Static<typeof SentHistoryEntry>

/** The entry as it is stored. */
export const HistoryEntryAnswer = closed(
  {
    id: words("The store's own id of the earlier order."),
    amount: money('Total of the order'),
    due: nullable(money('Amount still due on it')),
    status: words(
      '`pending`, `cancelled`, `processing` or `complete`; any other value as it was sent.',
    ),
    type: words("Payment method, in the store's words."),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' }),
    billing: nullable(asStored(Billing), { description: 'Billing address, as sent.' }),
    shipping: nullable(asStored(Shipping), { description: 'Shipping, as sent.' }),
    order_date: moment('When it was ordered'),
  },
  { $id: 'HistoryEntry', description: 'An earlier order of the buyer.' },
)

/** A page of `GET /orders/:orderId/history`. */
export const HistoryPage = pageOf(HistoryEntryAnswer, 'HistoryPage')

/** Body of `POST /orders/:orderId/history`. */
export const HistoryBody = Type.Array(SentHistoryEntry, { maxItems: limits.historyEntriesMax })

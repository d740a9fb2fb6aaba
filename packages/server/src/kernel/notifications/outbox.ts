import { currencyView } from '../../model/order/currency-view.ts'
import { financingStatus, type Order } from '../../model/order/order.ts'
import { TRIED_MS } from '../../outbound/sending/retry.ts'
import type { Insert } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { OrderDetails } from '../details/details.ts'

type When = { readonly at: Date; readonly ids: Ids }

/** Asks the store whether it accepts the order; tried until the confirmation's deadline. */
export function confirmationRow(order: Order, details: OrderDetails, when: When): Insert {
  const deadline = order.expiresAt ?? when.at
  return row(order, details, { ...when, kind: 'confirmation', deadline })
}

/** Notifies the store of the order's status; the answer decides nothing. */
export function informationRow(order: Order, details: OrderDetails, when: When): Insert {
  const deadline = new Date(when.at.getTime() + TRIED_MS)
  return row(order, details, { ...when, kind: 'information', deadline })
}

type Kind = { readonly kind: 'confirmation' | 'information'; readonly deadline: Date }

/** One row per operation: it shares the sequence of the operation's event. */
function row(
  order: Order,
  details: OrderDetails,
  { kind, deadline, at, ids }: When & Kind,
): Insert {
  return {
    table: 'notifications',
    rows: [
      {
        storeId: order.storeId,
        orderId: order.id,
        sequence: order.eventSequence,
        id: `msg_${ids.next()}`,
        kind,
        url: details.merchant.notification_url,
        body: JSON.stringify(notificationView(order, details)),
        state: 'waiting',
        nextAttemptAt: at,
        deadline,
        createdAt: at,
      },
    ],
  }
}

/** The order's state as the notification carries it (contract §6). */
function notificationView(order: Order, details: OrderDetails) {
  const moment = (date: Date | null) => (date === null ? null : utcMicros(date))
  return {
    id: order.id,
    status: financingStatus(order),
    status_reason: order.statusReason,
    sandbox: order.sandbox,
    mid: order.mid,
    total_amount: order.totalAmount,
    tax_rate: details.taxRate,
    discount: order.discount,
    discount_rate: order.discountRate,
    currency: currencyView(order.currency),
    rejected: order.state === 'ko',
    confirmed: moment(order.confirmedAt),
    verified: moment(order.verifiedAt),
    expired: moment(order.expiredAt),
    expires_at: moment(order.expiresAt),
    cancelled: moment(order.cancelledAt),
    created: utcMicros(order.createdAt),
  }
}

import { add, type Cents, type Product, subtract, ZERO } from '@svc/api'

export type OrderState =
  | 'in_process'
  | 'challenge_required'
  | 'confirmation_required'
  | 'confirmed'
  | 'cancelled'
  | 'ko'

/** The order row: what every operation locks, decides on and updates. Amounts are minor units. */
export type Order = {
  readonly storeId: string
  readonly id: string
  readonly sandbox: boolean
  readonly mid: string
  readonly state: OrderState
  readonly statusReason: string
  readonly product: Product | null
  readonly numInstalments: number | null
  readonly nominalRate: number | null
  readonly currency: string
  readonly approvedAmount: Cents
  readonly totalAmount: Cents
  readonly voidedAmount: Cents
  readonly capturedAmount: Cents
  readonly refundedCapturedAmount: Cents
  readonly refundedUncapturedAmount: Cents
  /** What the store calls its discounts; they change no other amount. */
  readonly discount: Cents | null
  readonly discountRate: number | null
  /** Known from the signature on. */
  readonly buyerId: string | null
  readonly warnings: readonly string[]
  readonly version: number
  readonly eventSequence: number
  readonly ledgerSequence: number
  readonly ledgerHead: string
  readonly createdAt: Date
  readonly verifiedAt: Date | null
  readonly confirmedAt: Date | null
  readonly expiresAt: Date | null
  readonly expiredAt: Date | null
  readonly cancelledAt: Date | null
  /** Agreed when the buyer signed: the whole is captured with the confirmation. */
  readonly automaticCapture: boolean
  /** Agreed when the buyer signed, in days; null: the product's usual time. */
  readonly captureWithin: number | null
  /** What is not captured by then lapses; null while and once there is nothing to capture. */
  readonly captureBefore: Date | null
  /** When the lapse is to be announced, then when it is to happen. */
  readonly lapseDueAt: Date | null
  /** Agreed when the buyer signed: the store's fee, of each capture a share and a fixed part. */
  readonly feeRate: number
  readonly feeFixed: Cents
  readonly feesOnRefund: 'return' | 'keep'
  /** The interest that the buyer does not pay thanks to campaigns. */
  readonly campaignCost: Cents
  readonly captureCount: number
  /** What of either the ledger holds. */
  readonly feeBooked: Cents
  readonly campaignCostBooked: Cents
  /** What is taken with the confirmation; null: nothing. */
  readonly downpaymentAmount: Cents | null
  readonly downpaymentState: 'none' | 'pending' | 'paid' | 'failed'
}

/** R = Rc + Ru: what was refunded, on captures and of what was not captured. */
export function refundedAmount(order: Order): Cents {
  return add(order.refundedCapturedAmount, order.refundedUncapturedAmount)
}

/**
 * T − V − Ru − C: what can still be captured or voided; 0 before confirmation and after
 * cancellation.
 */
export function remainingCaptureAmount(order: Order): Cents {
  if (order.state !== 'confirmed') return ZERO
  return subtract(
    order.totalAmount,
    order.voidedAmount,
    order.refundedUncapturedAmount,
    order.capturedAmount,
  )
}

/** T − V − R: what is neither given up nor given back, whatever the state. */
export function openAmount(order: Order): Cents {
  return subtract(order.totalAmount, order.voidedAmount, refundedAmount(order))
}

/** T − V − R: what can still be refunded; 0 before confirmation and after cancellation. */
export function remainingRefundAmount(order: Order): Cents {
  if (order.state !== 'confirmed') return ZERO
  return openAmount(order)
}

/** The four states of the wire (contract §5). */
export function orderStatus(order: Order): 'pending' | 'processing' | 'complete' | 'cancelled' {
  if (order.state === 'cancelled' || order.state === 'ko') return 'cancelled'
  if (order.state !== 'confirmed') return 'pending'
  return remainingCaptureAmount(order) > 0 ? 'processing' : 'complete'
}

/** The financing result: `pending`, `ok` or `ko`; `status_reason` stands beside it. */
export function financingStatus(order: Order): 'pending' | 'ok' | 'ko' {
  if (order.state === 'ko') return 'ko'
  return order.state === 'confirmed' || order.state === 'cancelled' ? 'ok' : 'pending'
}

/** How an order stands, as its events and the effects of a dry run tell it. */
export function amountsView(order: Order) {
  return {
    status: orderStatus(order),
    financing_status: financingStatus(order),
    status_reason: order.statusReason,
    total_amount: order.totalAmount,
    captured_amount: order.capturedAmount,
    voided_amount: order.voidedAmount,
    refunded_amount: refundedAmount(order),
    remaining_capture_amount: remainingCaptureAmount(order),
    remaining_refund_amount: remainingRefundAmount(order),
  }
}

/** An order with something to be done now, of whichever store and mode. */
export type DueOrder = { readonly storeId: string; readonly id: string; readonly sandbox: boolean }

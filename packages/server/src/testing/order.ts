import { cents, ZERO } from '@svc/api'
import type { Order, OrderState } from '../model/order/order.ts'

/** T, V, C, Rc and Ru as in contract §7. */
export type Amounts = { T?: number; V?: number; C?: number; Rc?: number; Ru?: number }

/** When everything happened. */
export const at = new Date('2026-11-21T10:00:00Z')

/** An order that was approved with 100.00, confirmed unless another state is given. */
export function orderOf(
  { T = 10_000, V = 0, C = 0, Rc = 0, Ru = 0 }: Amounts = {},
  state: OrderState = 'confirmed',
): Order {
  return {
    storeId: 'store',
    id: 'order',
    sandbox: true,
    mid: 'A-1',
    state,
    statusReason: '',
    product: 'instalments',
    numInstalments: 3,
    nominalRate: 0,
    currency: 'EUR',
    approvedAmount: cents(10_000),
    totalAmount: cents(T),
    voidedAmount: cents(V),
    capturedAmount: cents(C),
    refundedCapturedAmount: cents(Rc),
    refundedUncapturedAmount: cents(Ru),
    discount: null,
    discountRate: null,
    buyerId: null,
    warnings: [],
    version: 7,
    eventSequence: 6,
    ledgerSequence: 5,
    ledgerHead: 'head',
    createdAt: at,
    verifiedAt: at,
    confirmedAt: at,
    expiresAt: null,
    expiredAt: null,
    cancelledAt: null,
    automaticCapture: false,
    captureWithin: null,
    captureBefore: null,
    lapseDueAt: null,
    feeRate: 0,
    feeFixed: ZERO,
    feesOnRefund: 'return',
    campaignCost: ZERO,
    captureCount: C > 0 ? 1 : 0,
    feeBooked: ZERO,
    campaignCostBooked: ZERO,
    downpaymentAmount: null,
    downpaymentState: 'none',
  }
}

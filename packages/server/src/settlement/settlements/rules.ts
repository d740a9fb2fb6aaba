/**
 * What a store is paid and what it pays (design §4). With C captured and Rc refunded of it:
 * 1. Fee so far = rate × base + fixed part × number of captures; the base is C − Rc where a refund
 *    gives the fee back, else C. A refund never gives the fixed part back.
 * 2. Campaign cost so far = cost × (C − Rc) / approved amount.
 * 3. A cancelled order costs the store nothing.
 * 4. Each entry books what is due so far less what was booked before: whatever the steps, no cent
 *    is lost.
 * 5. The lines of an operation are its entry's change of `store_payable`.
 */
import { add, type Cents, cents, multiplyRatio, rate, share, subtract, ZERO } from '@svc/api'
import { type Offer, termsOf } from '../../model/financing/offers.ts'
import {
  costPostings,
  type EntryKind,
  type Posting,
  type StoreEntryKind,
} from '../../model/ledger/rules.ts'
import { type Order, openAmount } from '../../model/order/order.ts'
import type { StoreSettings } from '../../model/stores/store-account.ts'
import type { SettlementLine } from './settlement.ts'

type Costs = { readonly fee: Cents; readonly campaignCost: Cents }

export function costsSoFar(order: Order): Costs {
  if (order.state !== 'confirmed') return { fee: ZERO, campaignCost: ZERO }
  const retained = subtract(order.capturedAmount, order.refundedCapturedAmount)
  const base = order.feesOnRefund === 'keep' ? order.capturedAmount : retained
  const fixed = multiplyRatio(order.feeFixed, BigInt(order.captureCount), 1n)
  return {
    fee: add(share(base, rate(order.feeRate)), fixed),
    campaignCost: multiplyRatio(order.campaignCost, BigInt(retained), BigInt(order.approvedAmount)),
  }
}

/** The order with its costs booked, and what changed. */
export function withCosts(order: Order): { order: Order; change: Costs } {
  const { fee, campaignCost } = costsSoFar(order)
  return {
    order: { ...order, feeBooked: fee, campaignCostBooked: campaignCost },
    change: {
      fee: subtract(fee, order.feeBooked),
      campaignCost: subtract(campaignCost, order.campaignCostBooked),
    },
  }
}

export function changePostings({ fee, campaignCost }: Costs): Posting[] {
  return [
    ...costPostings('store_fee_income', fee),
    ...costPostings('campaign_income', campaignCost),
  ]
}

type LineAmounts = Pick<SettlementLine, 'type' | 'amount' | 'net'>

type Settling = {
  readonly before: Order
  readonly after: Order
  readonly kind: EntryKind
  /** Of the operation itself, without its costs. */
  readonly postings: readonly Posting[]
  readonly change: Costs
}

/** The lines of one operation: its effect, then its costs. */
export function settlementLines(settling: Settling): LineAmounts[] {
  const { kind, postings, change } = settling
  const lines: LineAmounts[] = []
  if (tellsStore(kind) && postings.length > 0) {
    lines.push({ type: kind, amount: operationAmount(settling), net: paidBy(postings) })
  }
  for (const [type, cost] of [
    ['fee', change.fee],
    ['campaign_cost', change.campaignCost],
  ] as const) {
    const net = subtract(ZERO, cost)
    if (cost !== ZERO) lines.push({ type, amount: cost > ZERO ? cost : net, net })
  }
  return lines
}

const listedKinds: readonly EntryKind[] = ['capture', 'void', 'refund', 'edit', 'cancel']

/** Operations between the lender and the buyer are no transactions of the store. */
const tellsStore = (kind: EntryKind): kind is Exclude<StoreEntryKind, 'confirm'> =>
  listedKinds.includes(kind)

/** The amount that a capture releases; the amount that anything else takes from the open one. */
function operationAmount({ before, after, kind }: Settling): Cents {
  if (kind === 'capture') return subtract(after.capturedAmount, before.capturedAmount)
  return subtract(openAmount(before), openAmount(after))
}

/** The change of what the store is paid. */
function paidBy(postings: readonly Posting[]): Cents {
  return add(
    ...postings.filter(({ credit }) => credit === 'store_payable').map(({ amount }) => amount),
    ...postings
      .filter(({ debit }) => debit === 'store_payable')
      .map(({ amount }) => subtract(ZERO, amount)),
  )
}

/** The store's terms for its costs of an order signed under this offer. */
export function agreedCosts(
  { products, fees_on_refund }: Pick<StoreSettings, 'products' | 'fees_on_refund'>,
  order: Order,
  offer: Pick<Offer, 'product' | 'num_instalments' | 'discounts'>,
): Pick<Order, 'feeRate' | 'feeFixed' | 'feesOnRefund' | 'campaignCost'> {
  const { totalAmount: amount, currency } = order
  const terms = termsOf(products, offer, { amount, currency })
  return {
    feeRate: terms?.fee_rate ?? 0,
    feeFixed: cents(terms?.fee_fixed ?? 0),
    feesOnRefund: fees_on_refund,
    campaignCost: add(ZERO, ...offer.discounts.map(({ amount }) => amount)),
  }
}

/** An order as the contract describes it (§5, §7), in plain numbers: what must come of it. */
import { halfEven, smaller, sum } from './arithmetic.ts'

export type Product = 'instalments' | 'pay_in_4' | 'pay_later'
export type State =
  | 'in_process'
  | 'challenge_required'
  | 'confirmation_required'
  | 'confirmed'
  | 'cancelled'
  | 'ko'

/** What was agreed when the buyer signed. */
export type Agreed = {
  readonly product: Product
  readonly count: number
  readonly rate: bigint
  readonly feeRate: bigint
  readonly feeFixed: bigint
  readonly keepFees: boolean
  /** The interest that campaigns take off. */
  readonly campaignCost: bigint
  readonly automatic: boolean
  readonly captureWithinDays: number
}

export type ModelCapture = {
  id: string
  readonly amount: bigint
  refunded: bigint
  readonly at: number
}
export type ModelOrder = {
  readonly number: number
  readonly id: string
  readonly mid: string
  readonly currency: string
  readonly approved: bigint
  state: State
  total: bigint
  voided: bigint
  refundedUncaptured: bigint
  readonly captures: ModelCapture[]
  agreed: Agreed | undefined
  expiresAt: number | undefined
  /** When what is not captured lapses, and whether the store knows. */
  lapse: { readonly at: number; readonly warnAt: number; announced: boolean } | undefined
  /** Types of its events, in order. */
  readonly told: string[]
  /** Kinds of its ledger entries, in order. */
  readonly booked: string[]
}

export const capturedOf = ({ captures }: ModelOrder): bigint =>
  sum(captures.map(({ amount }) => amount))
export const refundedCapturedOf = ({ captures }: ModelOrder): bigint =>
  sum(captures.map(({ refunded }) => refunded))
/** T − V − Ru − C. */
export const uncapturedOf = (order: ModelOrder): bigint =>
  order.total - order.voided - order.refundedUncaptured - capturedOf(order)
/** T − V − R. */
export const openOf = (order: ModelOrder): bigint =>
  order.total - order.voided - order.refundedUncaptured - refundedCapturedOf(order)

export const isEnded = ({ state }: ModelOrder): boolean => state === 'cancelled' || state === 'ko'

/** Undefined where the order's state allows it. */
function refusal(order: ModelOrder): string | undefined {
  if (isEnded(order)) return 'order_cancelled'
  return order.state === 'confirmed' ? undefined : 'order_not_confirmed'
}

export type Move = { readonly amount: bigint; readonly id?: string; readonly at: number }

export function captures(order: ModelOrder, { amount, id = '', at }: Move, whole: boolean): string {
  const refused = refusal(order)
  if (refused !== undefined) return refused
  if (amount > uncapturedOf(order)) return 'amount_exceeds_remaining'
  if (whole && amount < uncapturedOf(order)) return 'capture_not_whole'
  order.captures.push({ id, amount, refunded: 0n, at })
  return done(order, 'capture', 'order.captured')
}

export function voids(order: ModelOrder, { amount }: Move): string {
  const refused = refusal(order)
  if (refused !== undefined) return refused
  if (amount > uncapturedOf(order)) return 'amount_exceeds_remaining'
  order.voided += amount
  return done(order, 'void', 'order.voided')
}

export function refunds(order: ModelOrder, { amount }: Move): string {
  const refused = refusal(order)
  if (refused !== undefined) return refused
  if (amount > openOf(order)) return 'amount_exceeds_remaining'
  let rest = amount
  for (const capture of order.captures) {
    const taken = smaller(rest, capture.amount - capture.refunded)
    capture.refunded += taken
    rest -= taken
  }
  order.refundedUncaptured += rest
  return done(order, 'refund', 'order.refunded')
}

export function refundsCapture(order: ModelOrder, { amount, id }: Move): string {
  const capture = order.captures.find((each) => each.id === id)
  if (capture === undefined) return 'capture_not_found'
  const refused = refusal(order)
  if (refused !== undefined) return refused
  if (amount > capture.amount - capture.refunded) return 'amount_exceeds_remaining'
  capture.refunded += amount
  return done(order, 'refund', 'order.refunded')
}

/** Undefined: the total stays. */
export function edits(order: ModelOrder, total: bigint | undefined): string {
  if (isEnded(order)) return 'order_cancelled'
  const wanted = total ?? order.total
  if (order.state !== 'confirmed' && wanted !== order.total) return 'total_locked'
  if (order.state === 'confirmed') {
    if (wanted > order.total) return 'amount_exceeds_approval'
    const settled = order.voided + capturedOf(order) + order.refundedUncaptured
    if (wanted < (settled > 1n ? settled : 1n)) return 'total_below_settled'
  }
  const lowered = wanted < order.total
  order.total = wanted
  return done(order, lowered ? 'edit' : undefined, 'order.edited')
}

export function cancels(order: ModelOrder): string {
  if (isEnded(order)) return 'order_cancelled'
  order.expiresAt = undefined
  if (order.state !== 'confirmed') {
    order.state = 'ko'
    order.told.push('checkout.updated')
    return 'ok'
  }
  order.voided += uncapturedOf(order)
  for (const capture of order.captures) capture.refunded = capture.amount
  order.state = 'cancelled'
  order.lapse = undefined
  order.told.push('order.cancelled')
  order.booked.push('cancel')
  return 'ok'
}

/** What every operation that succeeds ends with: whatever took the last of it cancels the order. */
export function done(order: ModelOrder, entry: string | undefined, event: string): string {
  if (entry !== undefined) order.booked.push(entry)
  order.told.push(event)
  if (order.state !== 'confirmed') return 'ok'
  if (uncapturedOf(order) === 0n) order.lapse = undefined
  if (openOf(order) === 0n) {
    order.state = 'cancelled'
    order.told.push('order.cancelled')
  }
  return 'ok'
}

export type Costs = { readonly fee: bigint; readonly campaigns: bigint }

/** What the order has cost the store so far. */
export function costsOf(order: ModelOrder): Costs {
  const { agreed } = order
  if (order.state !== 'confirmed' || agreed === undefined) return { fee: 0n, campaigns: 0n }
  const kept = capturedOf(order) - refundedCapturedOf(order)
  const base = agreed.keepFees ? capturedOf(order) : kept
  const fixed = agreed.feeFixed * BigInt(order.captures.length)
  return {
    fee: halfEven(base * agreed.feeRate, 10_000n) + fixed,
    campaigns: halfEven(agreed.campaignCost * kept, order.approved),
  }
}

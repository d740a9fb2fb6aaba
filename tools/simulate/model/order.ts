/** An order as the contract describes it (§5, §7), in plain numbers: the expected results. */
import { halfEven, smaller, sum } from './arithmetic.ts'
import type { ModelLoan, Product, Terms } from './loan.ts'
import { captureOn, type Moved, type Piece, reduceBy } from './loan-moves.ts'
import { passTime } from './loan-time.ts'

type State =
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
  readonly loan: Terms
  /** Capital by instalment; none for pay_later. */
  readonly plan: readonly { readonly number: number; readonly capital: bigint }[]
}

type ModelCapture = {
  id: string
  readonly amount: bigint
  refunded: bigint
  readonly at: number
}
type ModelPayment = {
  readonly kind: 'charge' | 'return' | 'transfer'
  readonly amount: bigint
  readonly requestedOn: number
  state: 'open' | 'succeeded' | 'failed' | 'charged_back'
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
  /** From the confirmation on. */
  loan: ModelLoan | undefined
  readonly payments: Map<string, ModelPayment>
  /** What the pieces of its refunds gave the buyer, in order. */
  readonly credits: bigint[]
  /** Whether a newer checkout has its name: its store hears nothing of it any more. */
  overtaken: boolean
  /** How many messages about it were written for its store. */
  messages: number
  /** Types of its events, in order. */
  readonly events: string[]
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

/** `day` is the one that the clock of the loan's time zone shows. */
export type Move = {
  readonly amount: bigint
  readonly id?: string
  readonly at: number
  readonly day: number
}

export function captures(order: ModelOrder, move: Move, whole: boolean): string {
  const { amount, id = '', at } = move
  const refused = refusal(order)
  if (refused !== undefined) return refused
  if (amount > uncapturedOf(order)) return 'amount_exceeds_remaining'
  if (whole && amount < uncapturedOf(order)) return 'capture_not_whole'
  const changesLoan = order.captures.length === 0 || isLater(order)
  order.captures.push({ id, amount, refunded: 0n, at })
  const onLoan = (loan: ModelLoan) => captureOn(loan, amount, move.day)
  return done(order, move, {
    event: 'order.captured',
    entry: 'capture',
    ...(changesLoan && { onLoan }),
  })
}

export function voids(order: ModelOrder, move: Move): string {
  const { amount } = move
  const refused = refusal(order)
  if (refused !== undefined) return refused
  if (amount > uncapturedOf(order)) return 'amount_exceeds_remaining'
  order.voided += amount
  const onLoan = reducing(order, move, { captured: [], uncaptured: amount })
  return done(order, move, { event: 'order.voided', entry: 'void', onLoan })
}

export function refunds(order: ModelOrder, move: Move): string {
  const { amount } = move
  const refused = refusal(order)
  if (refused !== undefined) return refused
  if (amount > openOf(order)) return 'amount_exceeds_remaining'
  const captured: bigint[] = []
  let rest = amount
  for (const capture of order.captures) {
    const taken = smaller(rest, capture.amount - capture.refunded)
    if (taken > 0n) captured.push(taken)
    capture.refunded += taken
    rest -= taken
  }
  order.refundedUncaptured += rest
  const onLoan = reducing(order, move, { captured, uncaptured: rest })
  return done(order, move, {
    event: 'order.refunded',
    entry: 'refund',
    onLoan,
    refund: captured.length,
  })
}

export function refundsCapture(order: ModelOrder, move: Move): string {
  const { amount, id } = move
  const capture = order.captures.find((each) => each.id === id)
  if (capture === undefined) return 'capture_not_found'
  const refused = refusal(order)
  if (refused !== undefined) return refused
  if (amount > capture.amount - capture.refunded) return 'amount_exceeds_remaining'
  capture.refunded += amount
  const onLoan = reducing(order, move, { captured: [amount], uncaptured: 0n })
  return done(order, move, { event: 'order.refunded', entry: 'refund', onLoan, refund: 1 })
}

/** Undefined: the total stays. */
export function edits(order: ModelOrder, move: Move, total: bigint | undefined): string {
  if (isEnded(order)) return 'order_cancelled'
  const wanted = total ?? order.total
  if (order.state !== 'confirmed' && wanted !== order.total) return 'total_locked'
  if (order.state === 'confirmed') {
    if (wanted > order.total) return 'amount_exceeds_approval'
    const settled = order.voided + capturedOf(order) + order.refundedUncaptured
    if (wanted < (settled > 1n ? settled : 1n)) return 'total_below_settled'
  }
  const lowered = order.total - wanted
  order.total = wanted
  if (lowered === 0n) return done(order, move, { event: 'order.edited' })
  const onLoan = reducing(order, move, { captured: [], uncaptured: lowered })
  return done(order, move, { event: 'order.edited', entry: 'edit', onLoan })
}

export function cancels(order: ModelOrder, move: Move): string {
  if (isEnded(order)) return 'order_cancelled'
  order.expiresAt = undefined
  if (order.state !== 'confirmed') {
    order.state = 'ko'
    order.messages++
    order.events.push('checkout.updated')
    return 'ok'
  }
  const uncaptured = uncapturedOf(order)
  const captured = order.captures
    .map(({ amount, refunded }) => amount - refunded)
    .filter((rest) => rest > 0n)
  order.voided += uncaptured
  for (const capture of order.captures) capture.refunded = capture.amount
  const onLoan = reducing(order, move, { captured, uncaptured })
  const refund = captured.length
  return done(order, move, { event: 'order.cancelled', entry: 'cancel', onLoan, refund })
}

const isLater = ({ agreed }: ModelOrder): boolean => agreed?.product === 'pay_later'

type Given = { readonly captured: readonly bigint[]; readonly uncaptured: bigint }

/** What is given back lowers the debt; of pay_later nothing is owed for what is not captured. */
function reducing(order: ModelOrder, { day }: Move, { captured, uncaptured }: Given) {
  const pieces: Piece[] = captured.map((amount) => ({ amount }))
  if (uncaptured > 0n && !isLater(order)) pieces.push({ amount: uncaptured })
  return (loan: ModelLoan) => reduceBy(loan, pieces, { day, cancels: openOf(order) === 0n })
}

type Doing = {
  readonly event: string
  readonly entry?: string
  /** Absent where it has nothing to do with the loan. */
  readonly onLoan?: (loan: ModelLoan) => Moved
  /** The pieces of a refund, which say what they gave the buyer. */
  readonly refund?: number
}

/** What time has done to the loan comes first; whatever takes the last of an order cancels it. */
export function done(order: ModelOrder, { day }: Move, doing: Doing): string {
  const { event, entry, onLoan, refund = 0 } = doing
  if (onLoan !== undefined) timePasses(order, day)
  const moved = order.loan === undefined ? undefined : onLoan?.(order.loan)
  order.credits.push(...(moved?.credits ?? []).slice(0, refund))
  if (entry !== undefined) order.booked.push(entry)
  order.events.push(event)
  if (order.state === 'confirmed') {
    if (uncapturedOf(order) === 0n) order.lapse = undefined
    if (openOf(order) === 0n) {
      order.state = 'cancelled'
      if (event !== 'order.cancelled') order.events.push('order.cancelled')
    }
  }
  for (const _paid of moved?.paid ?? []) order.events.push('instalment.paid')
  return 'ok'
}

const timed = { due: 'instalment.due', late: 'instalment.late', write_off: 'loan.written_off' }

/** Answers how much of it there was. */
export function timePasses(order: ModelOrder, day: number): number {
  if (order.loan === undefined) return 0
  const passed = passTime(order.loan, day)
  for (const { kind, booked, announced, paid } of passed) {
    if (booked) order.booked.push(kind)
    if (announced) order.events.push(timed[kind])
    order.events.push(...paid.map(() => 'instalment.paid'))
  }
  return passed.length
}

type Costs = { readonly fee: bigint; readonly campaigns: bigint }

/** What the order has cost the store so far. */
export function costsOf(order: ModelOrder): Costs {
  const { agreed } = order
  if (order.state !== 'confirmed' || agreed === undefined) return { fee: 0n, campaigns: 0n }
  const net = capturedOf(order) - refundedCapturedOf(order)
  const base = agreed.keepFees ? capturedOf(order) : net
  const fixed = agreed.feeFixed * BigInt(order.captures.length)
  return {
    fee: halfEven(base * agreed.feeRate, 10_000n) + fixed,
    campaigns: halfEven(agreed.campaignCost * net, order.approved),
  }
}

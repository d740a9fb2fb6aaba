/**
 * Random lives of an order, and a second bookkeeping of them in plain numbers that knows only the
 * formulas of contract §7 and of the ledger's table.
 */
import type { Product } from '@svc/api'
import fc from 'fast-check'
import type { OrderState } from '../model/order/order.ts'

/** Of what remains: `beyond` is one cent too much, `share` a part of it in thousandths. */
export type Size = {
  readonly kind: 'one' | 'all' | 'beyond' | 'far' | 'share'
  readonly share: number
}
export type Step =
  | { readonly kind: 'confirm' | 'cancel' }
  | { readonly kind: 'capture' | 'void' | 'refund'; readonly size: Size }
  | { readonly kind: 'captureRefund'; readonly size: Size; readonly which: number }
  | { readonly kind: 'edit'; readonly size: Size; readonly currency: string | undefined }
  | { readonly kind: 'note' }
export type Life = {
  readonly total: number
  readonly product: Product
  readonly state: OrderState
  readonly agreed: Agreed
  readonly steps: readonly Step[]
}
/** What the store pays; `campaigns` is the whole cost in thousandths of the total. */
export type Agreed = {
  readonly rate: number
  readonly fixed: number
  readonly refund: 'return' | 'keep'
  readonly campaigns: number
}

const sizes: fc.Arbitrary<Size> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant('one' as const) },
    { weight: 1, arbitrary: fc.constant('all' as const) },
    { weight: 3, arbitrary: fc.constant('beyond' as const) },
    { weight: 1, arbitrary: fc.constant('far' as const) },
    { weight: 24, arbitrary: fc.constant('share' as const) },
  ),
  share: fc.integer({ min: 1, max: 250 }),
})

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: fc.record({ kind: fc.constant('capture' as const), size: sizes }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('void' as const), size: sizes }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('refund' as const), size: sizes }) },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('captureRefund' as const),
      size: sizes,
      which: fc.nat({ max: 20 }),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      size: sizes,
      currency: fc.constantFrom(undefined, 'EUR', 'EUR', 'EUR', 'USD'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'note' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'confirm' as const }) },
)

const totals = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 5, arbitrary: fc.integer({ min: 100, max: 1_000_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 999_999_999_990, max: 1_000_000_000_000 }) },
)
const products = fc.constantFrom<Product[]>('instalments', 'pay_in_4', 'pay_later')

const agreements: fc.Arbitrary<Agreed> = fc.record({
  rate: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 500 }), fc.constant(10_000)),
  fixed: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000 })),
  refund: fc.constantFrom<Agreed['refund'][]>('return', 'keep'),
  campaigns: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 })),
})

/** Most lives begin with the confirmation, a few anywhere before it. */
export const lives: fc.Arbitrary<Life> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      total: totals,
      product: products,
      agreed: agreements,
      state: fc.constant('confirmation_required' as const),
      steps: fc
        .array(steps, { minLength: 1, maxLength: 49, size: 'max' })
        .map((rest): Step[] => [{ kind: 'confirm' }, ...rest]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      total: totals,
      product: products,
      agreed: agreements,
      state: fc.constantFrom<OrderState[]>(
        'in_process',
        'challenge_required',
        'confirmation_required',
      ),
      steps: fc.array(steps, { minLength: 1, maxLength: 50, size: 'max' }),
    }),
  },
)

// ---------- the formulas of contract §7, once more

export type Model = {
  state: OrderState
  total: number
  voided: number
  readonly captures: { amount: number; refunded: number }[]
  refundedUncaptured: number
  readonly approved: number
  readonly agreed: Agreed
  /** Of the campaigns, for all of the order. */
  readonly cost: number
}

export function newModel({ total, state, agreed }: Omit<Life, 'product' | 'steps'>): Model {
  const amounts = { total, approved: total, voided: 0, refundedUncaptured: 0 }
  const cost = Math.floor((total / 1_000) * agreed.campaigns)
  return { ...amounts, state, agreed, cost, captures: [] }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
export const captured = (model: Model): number => sum(model.captures.map((each) => each.amount))
export const refundedCaptured = (model: Model): number =>
  sum(model.captures.map((each) => each.refunded))
export const openToCapture = (model: Model): number =>
  model.total - model.voided - model.refundedUncaptured - captured(model)
export const openToRefund = (model: Model): number =>
  model.total - model.voided - refundedCaptured(model) - model.refundedUncaptured

function modelRefunds(model: Model, amount: number): void {
  let rest = amount
  for (const capture of model.captures) {
    const taken = Math.min(rest, capture.amount - capture.refunded)
    capture.refunded += taken
    rest -= taken
  }
  model.refundedUncaptured += rest
}

/** The contract’s answer to a step, `ok` or an error code; on `ok` the model has made the step. */
export function modelAnswers(model: Model, step: Step, amount: number): string {
  const ended = model.state === 'cancelled' || model.state === 'ko'
  if (step.kind === 'confirm') {
    if (ended || model.state === 'confirmed') return 'checkout_finished'
    if (model.state !== 'confirmation_required') return 'checkout_state'
    model.state = 'confirmed'
    return 'ok'
  }
  if (ended) return 'order_cancelled'
  if (step.kind === 'cancel') {
    model.voided += model.state === 'confirmed' ? openToCapture(model) : 0
    for (const capture of model.captures) capture.refunded = capture.amount
    model.state = model.state === 'confirmed' ? 'cancelled' : 'ko'
    return 'ok'
  }
  if (step.kind === 'note') return 'ok'
  const answer = step.kind === 'edit' ? modelEdits(model, step, amount) : undefined
  const done = answer ?? (model.state === 'confirmed' ? modelMoves(model, step, amount) : undefined)
  if (model.state === 'confirmed' && openToRefund(model) === 0) model.state = 'cancelled'
  return done ?? 'order_not_confirmed'
}

function modelEdits(model: Model, step: Step & { kind: 'edit' }, total: number): string {
  const sameCurrency = step.currency === undefined || step.currency === 'EUR'
  if (model.state !== 'confirmed') {
    return sameCurrency && total === model.total ? 'ok' : 'total_locked'
  }
  if (!sameCurrency) return 'currency_locked'
  if (total > model.total) return 'amount_exceeds_approval'
  const settled = model.voided + captured(model) + model.refundedUncaptured
  if (total < Math.max(1, settled)) return 'total_below_settled'
  model.total = total
  return 'ok'
}

function modelMoves(model: Model, step: Step, amount: number): string {
  if (amount > remainderOf(model, step)) return 'amount_exceeds_remaining'
  if (step.kind === 'capture') model.captures.push({ amount, refunded: 0 })
  if (step.kind === 'void') model.voided += amount
  if (step.kind === 'refund') modelRefunds(model, amount)
  const capture = captureOf(model, step)
  if (capture !== undefined) capture.refunded += amount
  return 'ok'
}

const captureOf = (model: Model, step: Step) =>
  step.kind === 'captureRefund' ? model.captures[step.which % model.captures.length] : undefined

export function remainderOf(model: Model, step: Step): number {
  const capture = captureOf(model, step)
  if (capture !== undefined) return capture.amount - capture.refunded
  return step.kind === 'refund' ? openToRefund(model) : openToCapture(model)
}

/** What a step sends: 1 or more, as the schema demands; an edit sends the total that it wants. */
export function amountOf(model: Model, step: Step): number {
  if (!('size' in step)) return 0
  const remainder = remainderOf(model, step)
  const { kind, share } = step.size
  const part = Math.floor((remainder * share) / 1000)
  const sent = { one: 1, all: remainder, beyond: remainder + 1, far: 10 ** 12, share: part }[kind]
  if (step.kind !== 'edit') return Math.max(1, sent)
  const bound = model.total - remainder
  const total = { one: 1, all: bound, beyond: bound - 1, far: model.total + 1, share: 0 }[kind]
  return Math.max(1, kind === 'share' ? model.total - part : total)
}

/** Half to even, of numbers that are not negative: above, but for a tie with an odd one below. */
function rounded(numerator: bigint, denominator: bigint): number {
  const up = (2n * numerator + denominator) / (2n * denominator)
  const tie = (2n * numerator) % (2n * denominator) === denominator
  return Number(tie && up % 2n === 1n ? up - 1n : up)
}

/** What the order has cost the store so far. */
export function modelCosts(model: Model): { fee: number; campaigns: number } {
  if (model.state !== 'confirmed') return { fee: 0, campaigns: 0 }
  const { rate, fixed, refund } = model.agreed
  const kept = captured(model) - refundedCaptured(model)
  const base = refund === 'return' ? kept : captured(model)
  return {
    fee: rounded(BigInt(base) * BigInt(rate), 10_000n) + fixed * model.captures.length,
    campaigns: rounded(BigInt(model.cost) * BigInt(kept), BigInt(model.approved)),
  }
}

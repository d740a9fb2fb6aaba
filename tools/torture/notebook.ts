/**
 * What the clients of a torture run asked for and what they were answered, and the verdict: every
 * acknowledged effect is there once, every refused one is not, and what was never answered happened
 * at most once. Pure: shares no code with the service.
 */

export type Kind = 'capture' | 'void' | 'refund' | 'cancel'

/** One operation on an order, for all its attempts. Amounts in minor units. */
export type Operation = {
  readonly kind: Kind
  readonly orderId: string
  /** A refund on one capture. */
  readonly captureId?: string | undefined
  /** No other operation on the order has the same one, so that its effect can be told apart. */
  readonly amount: number
  /** Null: sent once, without an Idempotency-Key. */
  readonly key: string | null
}

/** Undefined: the connection broke, or the service could not say whether it took place. */
type Outcome = { readonly status: number; readonly text: string } | undefined

/** Moments in ms since 1970. */
export type Entry = {
  readonly operation: Operation
  outcome: Outcome
  readonly begunAt: number
  /** Infinity: not yet. */
  answeredAt: number
}

/** An order as the service answers it after the run. */
export type StoredOrder = {
  readonly id: string
  readonly status: string
  readonly capturedAmount: number
  readonly voidedAmount: number
  readonly refundedAmount: number
  readonly totalAmount: number
  /** Ids and amounts of its rows; those of a cancel are left out. */
  readonly captures: readonly StoredEffect[]
  readonly voids: readonly StoredEffect[]
  readonly refunds: readonly StoredEffect[]
}
export type StoredEffect = { readonly id: string; readonly amount: number }

export type Notebook = {
  /** Notes the operation before its first attempt. */
  begin(operation: Operation, now: number): Entry
  entriesOf(orderId: string): readonly Entry[]
  readonly entries: readonly Entry[]
}

export function createNotebook(): Notebook {
  const entries: Entry[] = []
  const byOrder = new Map<string, Entry[]>()
  return {
    entries,
    entriesOf: (orderId) => byOrder.get(orderId) ?? [],
    begin(operation, begunAt) {
      const times = { begunAt, answeredAt: Number.POSITIVE_INFINITY }
      const entry: Entry = { operation, outcome: undefined, ...times }
      entries.push(entry)
      const ofOrder = byOrder.get(operation.orderId)
      if (ofOrder === undefined) byOrder.set(operation.orderId, [entry])
      else ofOrder.push(entry)
      return entry
    },
  }
}

export const isAcknowledged = ({ outcome }: Entry): boolean =>
  outcome !== undefined && outcome.status >= 200 && outcome.status < 300

/** The captures that were acknowledged: what a read that begins now must show, each once. */
export const capturedSoFar = (entries: readonly Entry[]): readonly number[] =>
  entries
    .filter((entry) => entry.operation.kind === 'capture' && isAcknowledged(entry))
    .map(({ operation }) => operation.amount)

/** What is wrong with a list of captures that was read after these were acknowledged. */
export function judgeRead(
  rows: readonly StoredEffect[],
  acknowledged: readonly number[],
): string[] {
  const amounts = countAmounts(rows)
  const missing = acknowledged.filter((amount) => !amounts.has(amount))
  const doubled = [...amounts].filter(([, count]) => count > 1)
  return [
    ...missing.map((amount) => `a capture of ${amount} was acknowledged and is not there`),
    ...doubled.map(([amount, count]) => `a capture of ${amount} took place ${count} times`),
  ]
}

type Verdict = {
  readonly lost: number
  readonly doubled: number
  /** A sentence each. */
  readonly faults: readonly string[]
}

/** Compares one order with what was asked of it. */
export function judge(order: StoredOrder, entries: readonly Entry[]): Verdict {
  const faults: string[] = []
  const counts = { lost: 0, doubled: 0 }
  const rowsOf = { capture: order.captures, void: order.voids, refund: order.refunds }
  for (const kind of ['capture', 'void', 'refund'] as const) {
    const amounts = countAmounts(rowsOf[kind])
    const ofKind = entries.filter(({ operation }) => operation.kind === kind)
    for (const entry of ofKind) {
      const { amount, key } = entry.operation
      const stored = amounts.get(amount) ?? 0
      amounts.delete(amount)
      const name = `${kind} of ${amount} on order ${order.id} (${key ?? 'no key'})`
      if (stored > 1) {
        counts.doubled++
        faults.push(`${name} took place ${stored} times`)
      } else if (isAcknowledged(entry) && stored === 0) {
        counts.lost++
        faults.push(`${name} was acknowledged and is not there`)
      } else if (entry.outcome !== undefined && !isAcknowledged(entry) && stored === 1) {
        counts.doubled++
        faults.push(`${name} was refused with ${entry.outcome.status} and took place`)
      }
    }
    for (const [amount, stored] of amounts)
      faults.push(`order ${order.id} has ${stored} ${kind} of ${amount} that nobody sent`)
  }
  return { ...counts, faults: [...faults, ...sumFaults(order, entries)] }
}

function countAmounts(rows: readonly StoredEffect[]): Map<number, number> {
  const amounts = new Map<number, number>()
  for (const { amount } of rows) amounts.set(amount, (amounts.get(amount) ?? 0) + 1)
  return amounts
}

/** What the order shows as sums, against its rows. */
function sumFaults(order: StoredOrder, entries: readonly Entry[]): string[] {
  const faults: string[] = []
  const say = (line: string) => void faults.push(`order ${order.id} ${line}`)
  const { capturedAmount, voidedAmount, refundedAmount, totalAmount, status } = order
  const captured = sum(order.captures)
  if (captured !== capturedAmount) say(`shows ${capturedAmount} captured, its rows ${captured}`)
  const cancelled = status === 'cancelled'
  if (!cancelled && sum(order.voids) !== voidedAmount)
    say(`shows ${voidedAmount} voided, its rows ${sum(order.voids)}`)
  if (!cancelled && sum(order.refunds) !== refundedAmount)
    say(`shows ${refundedAmount} refunded, its rows ${sum(order.refunds)}`)
  const ended = voidedAmount + refundedAmount === totalAmount
  if (ended !== cancelled) say(`is ${status} with ${voidedAmount + refundedAmount} taken back`)
  const cancels = entries.filter(({ operation }) => operation.kind === 'cancel')
  if (cancels.some(isAcknowledged) && !cancelled) say('was cancelled and is not')
  return faults
}

function sum(rows: readonly StoredEffect[]): number {
  return rows.reduce((total, { amount }) => total + amount, 0)
}

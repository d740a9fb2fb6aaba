/**
 * What a buyer owes (design §4), once more: the interest is worked out from the history of the
 * capital, and what is owed from the instalments. Days are numbers.
 */
import { halfEven, larger, smaller, sum } from './arithmetic.ts'
import { monthsLater } from './calendar.ts'

type Part = 'capital' | 'interest' | 'fee' | 'late'
type Parts = Record<Part, bigint>
export type Item = Parts & {
  readonly number: number
  readonly kind: 'downpayment' | 'instalment' | 'capture' | 'withdrawal' | 'charge_back'
  dueOn: number
  due: boolean
  readonly settled: Parts
  /** Where an early end made it due: the day on which it had been. */
  endedFrom?: number | undefined
  /** A chargeback made it due again, after it had been paid. */
  reopenedOn: number | undefined
  lateOn: number | undefined
  paidOn: number | undefined
  /** What was open of it is not asked for any more. */
  dropped: boolean
}

export type Product = 'instalments' | 'pay_in_4' | 'pay_later'

export type Terms = {
  readonly product: Product
  readonly zone: string
  readonly rate: bigint
  readonly termDays: number
  readonly spread: 'spread' | 'last' | 'next'
  readonly fee: bigint
  readonly lateCharge: bigint
  readonly retryDays: readonly number[]
  readonly lateAfter: number
  readonly writeOffAfter: number
  readonly eventOn: number | undefined
}

/** What a payment had settled, in order: a charge-back opens it again from its end. */
export type Settled = { readonly item: number; readonly part: Part; readonly amount: bigint }

export type ModelLoan = {
  readonly terms: Terms
  readonly confirmedOn: number
  /** Of the last operation. */
  lastOn: number
  startsOn: number | undefined
  readonly items: Item[]
  /** From which day on how much capital was not due. */
  readonly history: { readonly from: number; readonly capital: bigint }[]
  /** Since when the running period has not been reckoned with. */
  runsFrom: number | undefined
  feeBase: bigint
  credit: bigint
  writtenOff: bigint
  interestIncome: bigint
  feeIncome: bigint
  lateIncome: bigint
  paid: bigint
  chargedBack: bigint
  returned: bigint
  creditSince: number | undefined
  cancelledOn: number | undefined
  withdrawnOn: number | undefined
  writtenOffOn: number | undefined
  triedOn: number | undefined
  collecting: boolean
  /** What each payment had settled. */
  readonly payments: Map<string, Settled[]>
  /** Capital × days of the running period on which the money was there already. */
  spared: bigint
  /** The loan as it stood on the evenings of the days on which something happened. */
  readonly evenings: { readonly day: number; readonly loan: ModelLoan }[]
  /** Payments, returns and first late charges, in their order. */
  readonly journal: Entry[]
  /** The last day on which anything else happened but that something fell due. */
  otherOn: number
}

/** `on`: the day from which it counts. */
export type Entry = { readonly on: number; readonly bookedOn: number } & (
  | { readonly paid: bigint }
  | { readonly returned: bigint }
  | { readonly late: number }
)

export const nothing = (): Parts => ({ capital: 0n, interest: 0n, fee: 0n, late: 0n })
const parts: readonly Part[] = ['interest', 'fee', 'capital', 'late']

export const openPart = (item: Item, part: Part): bigint => item[part] - item.settled[part]
export const openItem = (item: Item): bigint => sum(parts.map((part) => openPart(item, part)))
const whole = (of: Parts): bigint => of.capital + of.interest + of.fee + of.late

export const capitalNotDue = ({ items }: ModelLoan): bigint =>
  sum(items.map((item) => (item.due ? 0n : openPart(item, 'capital'))))
export const openCapital = ({ items }: ModelLoan): bigint =>
  sum(items.map((item) => openPart(item, 'capital')))
/** Open capital, and interest, fees and late charges that are due and unpaid. */
export const owed = ({ items }: ModelLoan): bigint =>
  sum(items.map((item) => openItem(item) - (item.due ? 0n : openPart(item, 'interest'))))
const openLate = ({ items }: ModelLoan): bigint => sum(items.map((item) => openPart(item, 'late')))

/** By due day, then number. */
const inDueOrder = ({ items }: ModelLoan): Item[] =>
  [...items].sort((a, b) => a.dueOn - b.dueOn || a.number - b.number)

export const bearsInterest = (loan: ModelLoan): boolean =>
  loan.terms.rate > 0n &&
  loan.cancelledOn === undefined &&
  loan.withdrawnOn === undefined &&
  loan.writtenOffOn === undefined

export const dueDay = ({ product, termDays }: Terms, from: number, number: number): number => {
  if (product === 'instalments') return monthsLater(from, number)
  return from + (product === 'pay_in_4' ? termDays * (number - 1) : termDays)
}

export const presentItem = ({ items }: ModelLoan): Item | undefined =>
  items.find(({ due, kind }) => !due && kind === 'instalment')

/** Capital × days of the running period, up to a day. */
function capitalDays(loan: ModelLoan, until: number): bigint {
  const { history, runsFrom, spared } = loan
  if (runsFrom === undefined) return 0n
  let all = 0n
  for (const [index, { from, capital }] of history.entries()) {
    const begin = Math.max(from, runsFrom)
    const end = Math.min(history[index + 1]?.from ?? until, until)
    if (end > begin) all += capital * BigInt(end - begin)
  }
  return larger(0n, all - spared)
}

/** Since the beginning of the period of an instalment, however it ended. */
export function daysOfPeriod(loan: ModelLoan, { number, dueOn }: Item, day: number): bigint {
  if (loan.startsOn === undefined) return 0n
  const runsFrom = monthsLater(loan.startsOn, number - 1)
  return capitalDays({ ...loan, runsFrom, spared: 0n }, Math.min(day, dueOn))
}

/** By days of the period that the instalment has when nothing is early or late. */
function interestIn(loan: ModelLoan, item: Item, until: number): bigint {
  if (!bearsInterest(loan)) return 0n
  const from = loan.startsOn ?? loan.confirmedOn
  const days = monthsLater(from, item.number) - monthsLater(from, item.number - 1)
  return halfEven(capitalDays(loan, until) * loan.terms.rate, 120_000n * BigInt(days))
}

/** What has run up in the present period by a day. */
export function accrued(loan: ModelLoan, day: number): bigint {
  const item = presentItem(loan)
  return item === undefined ? 0n : interestIn(loan, item, Math.min(day, item.dueOn))
}

/** The interest of what is not due yet, if nothing changes any more. */
export function project(loan: ModelLoan): void {
  if (loan.terms.product !== 'instalments') return
  const present = presentItem(loan)
  let balance = capitalNotDue(loan)
  for (const item of loan.items) {
    if (item.due || item.kind !== 'instalment') continue
    const running = item === present && loan.runsFrom !== undefined
    const monthly = bearsInterest(loan) ? halfEven(balance * loan.terms.rate, 120_000n) : 0n
    item.interest = running ? interestIn(loan, item, item.dueOn) : monthly
    balance -= openPart(item, 'capital')
  }
}

/** What every operation ends with; answers the instalments of which nothing is open any more. */
export function finish(
  loan: ModelLoan,
  day: number,
  creditBefore: bigint,
  givesUp = false,
): Item[] {
  loan.lastOn = Math.max(loan.lastOn, day)
  note(loan, day)
  project(loan)
  const paid: Item[] = []
  for (const item of loan.items) {
    const isClosed = openItem(item) === 0n && whole(item.settled) > 0n
    if (!isClosed) Object.assign(item, { paidOn: undefined, dropped: false })
    else if (item.paidOn === undefined && !item.dropped) {
      if (givesUp) item.dropped = true
      else {
        item.paidOn = day
        paid.push(item)
      }
    }
  }
  if (loan.credit === 0n) loan.creditSince = undefined
  else if (creditBefore === 0n) loan.creditSince = day
  remember(loan)
  return paid
}

function remember(loan: ModelLoan): void {
  const { evenings, lastOn: day } = loan
  if (evenings.at(-1)?.day === day) evenings.pop()
  evenings.push({ day, loan: structuredClone({ ...loan, evenings: [] }) })
}

/** From this day on so much capital is not due. What becomes late, be it long ago, changes none. */
export function note(loan: ModelLoan, day: number): void {
  const capital = capitalNotDue(loan)
  const last = loan.history.at(-1)
  if (last?.capital === capital) return
  if (last !== undefined && last.from >= day) loan.history.pop()
  loan.history.push({ from: Math.max(day, last?.from ?? day), capital })
}

type Taking = {
  readonly amount: bigint
  readonly wanted: (item: Item) => readonly Part[]
  readonly taken?: Settled[] | undefined
}

/** Settles what is wanted of each instalment, the oldest due first; answers how much that was. */
export function settle(loan: ModelLoan, { amount, wanted, taken }: Taking): bigint {
  let rest = amount
  for (const item of inDueOrder(loan)) {
    for (const part of wanted(item)) {
      const some = smaller(rest, openPart(item, part))
      if (some <= 0n) continue
      item.settled[part] += some
      rest -= some
      taken?.push({ item: item.number, part, amount: some })
    }
  }
  return amount - rest
}

/** What is due and unpaid, as a payment settles it. */
export const duePartsOf = ({ due }: Item): readonly Part[] =>
  due ? ['interest', 'fee', 'capital'] : ['fee']

/** More than is owed: first a write-off is made good, the rest is the buyer's. */
export function excess(loan: ModelLoan, amount: bigint): bigint {
  const recovered = smaller(amount, loan.writtenOff)
  loan.writtenOff -= recovered
  loan.credit += amount - recovered
  return amount - recovered
}

/** The buyer's credit is set against new debt, but not against late charges. */
export function setOff(loan: ModelLoan): void {
  const amount = smaller(loan.credit, owed(loan) - openLate(loan))
  if (amount <= 0n) return
  const due = settle(loan, { amount, wanted: duePartsOf })
  settle(loan, { amount: amount - due, wanted: () => ['capital'] })
  loan.credit -= amount
}

export function append(loan: ModelLoan, made: Partial<Item> & Pick<Item, 'kind' | 'dueOn'>): Item {
  const number = 1 + Math.max(0, ...loan.items.map((item) => item.number))
  const item: Item = {
    ...nothing(),
    settled: nothing(),
    ...{ number, due: false, dropped: false },
    ...{ reopenedOn: undefined, lateOn: undefined, paidOn: undefined },
    ...made,
  }
  loan.items.push(item)
  return item
}

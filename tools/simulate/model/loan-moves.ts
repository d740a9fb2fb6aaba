/** What is done to a loan: opened, captured, reduced, paid, charged back, withdrawn from. */
import { halfEven, inProportion, larger, smaller, sum } from './arithmetic.ts'
import {
  accrued,
  append,
  capitalNotDue,
  dueDay,
  duePartsOf,
  excess,
  finish,
  type Item,
  type ModelLoan,
  note,
  nothing,
  openPart,
  owed,
  type Settled,
  setOff,
  settle,
  type Terms,
} from './loan.ts'
import { fallDue, interestAtOnce, takenAtOnce } from './loan-time.ts'

type PlanRow = { readonly number: number; readonly capital: bigint }
type Opening = {
  readonly terms: Terms
  readonly day: number
  readonly plan: readonly PlanRow[]
}
/** What an operation did: instalments that it paid, and what became of each reduction. */
export type Moved = { readonly paid: readonly Item[]; readonly credits?: readonly bigint[] }

export function openLoan({ terms, day, plan }: Opening): { loan: ModelLoan; moved: Moved } {
  const from = terms.product === 'instalments' ? Math.max(day, terms.eventOn ?? day) : day
  const items = plan.map(({ number, capital }): Item => {
    const kind = number === 0 ? 'downpayment' : 'instalment'
    const dueOn = number === 0 ? day : dueDay(terms, from, number)
    const never = { reopenedOn: undefined, lateOn: undefined, paidOn: undefined }
    const fresh = { ...nothing(), ...never, settled: nothing(), due: false, dropped: false }
    return { ...fresh, number, kind, dueOn, capital }
  })
  const loan: ModelLoan = {
    ...{ terms, items, confirmedOn: day, lastOn: day, startsOn: undefined, runsFrom: undefined },
    ...{ history: [] },
    ...{ feeBase: terms.fee, credit: 0n, writtenOff: 0n, paid: 0n, chargedBack: 0n, returned: 0n },
    ...{ interestIncome: 0n, feeIncome: 0n, lateIncome: 0n },
    ...{ creditSince: undefined, cancelledOn: undefined, withdrawnOn: undefined },
    ...{ writtenOffOn: undefined, triedOn: undefined, collecting: true, payments: new Map() },
    ...{ spared: 0n, evenings: [], journal: [], otherOn: day },
  }
  oweFee(loan, items[0])
  for (const item of items) if (takenAtOnce(loan, item)) fallDue(loan, item, day)
  return { loan, moved: { paid: finish(loan, day, 0n) } }
}

function oweFee(loan: ModelLoan, item: Item | undefined): void {
  if (item === undefined) return
  item.fee = loan.terms.fee
  loan.feeIncome += loan.terms.fee
}

/** The first capture starts the loan; every one of pay_later is owed by itself. */
export function captureOn(loan: ModelLoan, amount: bigint, day: number): Moved {
  const { terms, startsOn, items } = loan
  const before = loan.credit
  loan.otherOn = day
  if (startsOn === undefined) {
    const starts = terms.product === 'instalments' ? Math.max(day, terms.eventOn ?? day) : day
    loan.startsOn = starts
    loan.runsFrom = starts
    for (const item of items) {
      if (!item.due && item.kind === 'instalment') item.dueOn = dueDay(terms, starts, item.number)
    }
  }
  if (terms.product === 'pay_later') {
    const dueOn = dueDay(terms, day, 1)
    const made = append(loan, { kind: 'capture', dueOn, capital: amount })
    if (startsOn === undefined) oweFee(loan, made)
    setOff(loan)
  }
  return { paid: finish(loan, day, before) }
}

export type Piece = { readonly amount: bigint }
type Reducing = { readonly day: number; readonly cancels: boolean }

/** Refunds, voids and lowered totals: each piece by itself, then what a cancelled order costs. */
export function reduceBy(loan: ModelLoan, pieces: readonly Piece[], how: Reducing): Moved {
  const before = loan.credit
  loan.otherOn = how.day
  const credits = pieces.map(({ amount }) => reducePiece(loan, amount, how.day))
  if (how.cancels) {
    const { interestIncome, feeIncome, lateIncome } = loan
    loan.cancelledOn = how.day
    for (const income of [interestIncome, feeIncome, lateIncome]) takeBack(loan, income)
    Object.assign(loan, { interestIncome: 0n, feeIncome: 0n, lateIncome: 0n, feeBase: 0n })
  }
  return { credits, paid: finish(loan, how.day, before, how.cancels) }
}

function reducePiece(loan: ModelLoan, amount: bigint, day: number): bigint {
  let rest = amount
  const lowered = smaller(rest, capitalNotDue(loan))
  for (const [item, part] of spread(loan, lowered, loan.terms.spread)) item.capital -= part
  rest -= lowered
  note(loan, day)
  const due = (part: 'capital' | 'interest') => (item: Item) => (item.due ? [part] : [])
  rest -= settle(loan, { amount: rest, wanted: due('capital') })
  interestAtOnce(loan, day)
  rest -= settle(loan, { amount: rest, wanted: due('interest') })
  rest -= settle(loan, { amount: rest, wanted: () => ['fee'] })
  return excess(loan, rest)
}

/** How capital that is not due is lessened: over all in proportion, from the end, or the next. */
function spread(loan: ModelLoan, amount: bigint, how: Terms['spread']): [Item, bigint][] {
  const items = loan.items.filter(({ due }) => !due)
  const open = items.map((item) => openPart(item, 'capital'))
  if (amount === 0n || items.length === 0) return []
  if (how === 'spread') {
    const shares = inProportion(amount, open)
    return items.map((item, index) => [item, shares[index] ?? 0n])
  }
  let rest = amount
  const ordered = how === 'last' ? items.reverse() : items
  return ordered.map((item) => {
    const part = smaller(rest, openPart(item, 'capital'))
    rest -= part
    return [item, part]
  })
}

/** Capital that is paid before it is due. */
function settleEarly(
  loan: ModelLoan,
  amount: bigint,
  { how, taken }: { how: Terms['spread']; taken?: Settled[] },
): bigint {
  const wanted = smaller(amount, capitalNotDue(loan))
  for (const [item, part] of spread(loan, wanted, how)) {
    if (part === 0n) continue
    item.settled.capital += part
    taken?.push({ item: item.number, part: 'capital', amount: part })
  }
  return wanted
}

/** Income that is given up lowers whatever is owed; the rest is the buyer's. */
export function takeBack(loan: ModelLoan, amount: bigint): void {
  const everything = ({ due }: Item) =>
    due ? (['late', 'fee', 'interest', 'capital'] as const) : (['fee'] as const)
  const due = settle(loan, { amount, wanted: everything })
  const early = settleEarly(loan, amount - due, { how: 'next' })
  excess(loan, amount - due - early)
}

/** The part of the opening fee for the time that is not used, by days. */
function unusedFee(loan: ModelLoan, day: number): bigint {
  const { startsOn, feeBase, items } = loan
  if (startsOn === undefined) return feeBase
  const ends = items.filter(({ due, kind }) => !due && kind !== 'charge_back')
  const end = Math.max(startsOn, ...ends.map(({ dueOn }) => dueOn))
  if (end === startsOn) return 0n
  const left = Math.max(0, Math.min(end - startsOn, end - day))
  return halfEven(feeBase * BigInt(left), BigInt(end - startsOn))
}

/** What ends the loan today. */
export function payOff(loan: ModelLoan, day: number): bigint {
  const fee = capitalNotDue(loan) > 0n ? unusedFee(loan, day) : 0n
  return larger(0n, owed(loan) + accrued(loan, day) - fee)
}

type Paying = {
  readonly id: string
  readonly amount: bigint
  readonly day: number
  readonly how: Terms['spread']
  /** The day on which it came, where that was another one. */
  readonly valueOn?: number | undefined
  /** Its part of the opening fee came back before. */
  readonly feeIsBack?: boolean
}

export function payOn(loan: ModelLoan, paying: Paying): Moved {
  const { id, amount, day, how, valueOn = day, feeIsBack = false } = paying
  const before = loan.credit
  loan.journal.push({ on: valueOn, bookedOn: day, paid: amount })
  const taken: Settled[] = []
  loan.paid += amount
  loan.payments.set(id, taken)
  let rest = amount
  const everything = amount >= payOff(loan, day)
  if (everything && !feeIsBack) feeBack(loan, capitalNotDue(loan), day)
  rest -= settle(loan, { amount: rest, wanted: duePartsOf, taken })
  rest -= settle(loan, { amount: rest, wanted: () => ['late'], taken })
  if (!everything && !feeIsBack) feeBack(loan, smaller(rest, capitalNotDue(loan)), day)
  rest -= settleEarly(loan, rest, { how, taken })
  note(loan, day)
  interestAtOnce(loan, day)
  rest -= settle(loan, { amount: rest, wanted: duePartsOf, taken })
  excess(loan, rest)
  return { paid: finish(loan, day, before) }
}

function feeBack(loan: ModelLoan, repaid: bigint, day: number): void {
  const capital = capitalNotDue(loan)
  if (repaid === 0n || loan.feeBase === 0n) return
  const back = smaller(halfEven(unusedFee(loan, day) * repaid, capital), loan.feeIncome)
  loan.feeBase -= halfEven(loan.feeBase * repaid, capital)
  loan.feeIncome -= back
  takeBack(loan, back)
}

export function withdrawOn(loan: ModelLoan, day: number): Moved {
  const before = loan.credit
  loan.otherOn = day
  const interest = accrued(loan, day)
  const capital = capitalNotDue(loan)
  const ahead = loan.items.filter(({ due }) => !due)
  const openFee = sum(ahead.map((item) => openPart(item, 'fee')))
  for (const item of ahead) {
    const { capital, fee } = item.settled
    Object.assign(item, { capital, fee, interest: 0n })
  }
  loan.withdrawnOn = day
  loan.runsFrom = undefined
  if (capital > 0n || interest > 0n || openFee > 0n) {
    const one = { kind: 'withdrawal', due: true, dueOn: day + 30 } as const
    append(loan, { ...one, capital, interest, fee: openFee })
  }
  loan.interestIncome += interest
  const fee = loan.feeIncome
  Object.assign(loan, { feeIncome: 0n, feeBase: 0n })
  takeBack(loan, fee)
  return { paid: finish(loan, day, before) }
}

export function returnOn(loan: ModelLoan, amount: bigint, day: number): Moved {
  const before = loan.credit
  loan.journal.push({ on: day, bookedOn: day, returned: amount })
  loan.credit -= amount
  loan.returned += amount
  return { paid: finish(loan, day, before) }
}

export type Waived = 'interest' | 'late'

/** What the lender may give up of what is due: no more than it earned with it. */
export function waivableOn(loan: ModelLoan, part: Waived): bigint {
  const open = sum(loan.items.map((item) => (item.due ? openPart(item, part) : 0n)))
  return smaller(open, part === 'late' ? loan.lateIncome : loan.interestIncome)
}

export function waiveOn(loan: ModelLoan, part: Waived, amount: bigint, day: number): Moved {
  const before = loan.credit
  loan.otherOn = day
  settle(loan, { amount, wanted: ({ due }) => (due ? [part] : []) })
  if (part === 'late') loan.lateIncome -= amount
  else loan.interestIncome -= amount
  return { paid: finish(loan, day, before) }
}

/** What was sent to the buyer did not arrive. */
export function comesBackOn(loan: ModelLoan, amount: bigint, day: number): Moved {
  const before = loan.credit
  loan.otherOn = day
  loan.credit += amount
  loan.returned -= amount
  return { paid: finish(loan, day, before) }
}

/** What stands against what: nothing comes from nowhere. */
export const balanced = (loan: ModelLoan, financed: bigint): boolean =>
  owed(loan) ===
  financed +
    sum([loan.interestIncome, loan.feeIncome, loan.lateIncome, loan.credit, loan.returned]) -
    loan.writtenOff -
    loan.paid +
    loan.chargedBack

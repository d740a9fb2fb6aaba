/**
 * Money that came on an earlier day than it is booked on (decisions 0162, 0170): two lives from an
 * evening that was remembered, one with the money and one without it. Only where nothing happened
 * since but payments, returns and what time did: then it is to the cent.
 */
import { larger, smaller } from './arithmetic.ts'
import {
  bearsInterest,
  daysOfPeriod,
  type Entry,
  excess,
  finish,
  type Item,
  type ModelLoan,
  openItem,
  openPart,
  presentItem,
  setOff,
} from './loan.ts'
import { type Moved, payOn, returnOn, takeBack } from './loan-moves.ts'
import { becomeLate, fallDue } from './loan-time.ts'

type Dated = {
  readonly id: string
  readonly amount: bigint
  readonly day: number
  readonly how: 'spread' | 'last' | 'next'
  readonly valueOn: number
}

/** Undefined: more happened since than is said here. */
function eveningBefore(loan: ModelLoan, valueOn: number): ModelLoan | undefined {
  const { startsOn, items, feeBase, terms } = loan
  if (feeBase < terms.fee && loan.cancelledOn === undefined && loan.withdrawnOn === undefined) {
    return undefined
  }
  const from =
    startsOn === undefined || startsOn > valueOn
      ? valueOn
      : items
          .filter(({ kind, dueOn }) => kind === 'instalment' && dueOn <= valueOn)
          .reduce((last, { dueOn }) => Math.max(last, dueOn), startsOn)
  if (loan.otherOn > from) return undefined
  const evening = loan.evenings.findLast(({ day }) => day <= from)
  return evening && { ...evening.loan, lastOn: from }
}

/** Whether the model knows what comes of it; `loan`: after all that time has done. */
export const isKnown = (loan: ModelLoan, valueOn: number): boolean =>
  eveningBefore(loan, valueOn) !== undefined

export function payDatedOn(loan: ModelLoan, dated: Dated): Moved {
  const evening = eveningBefore(loan, dated.valueOn)
  if (evening === undefined) throw new Error('the model does not know what comes of it')
  const relief = reliefOf(loan, evening, dated)
  const back = giveBack(loan, relief, dated.day)
  loan.otherOn = dated.day
  const { paid } = payOn(loan, { ...dated, feeIsBack: relief.fee > 0n })
  return { paid: [...back, ...paid] }
}

type Part = 'late' | 'interest'
type Relief = {
  readonly undue: readonly { readonly item: Item; readonly part: Part; readonly amount: bigint }[]
  readonly days: bigint
  readonly fee: bigint
  readonly feeBase: bigint
}

function reliefOf(loan: ModelLoan, evening: ModelLoan, dated: Dated): Relief {
  const { amount, valueOn, day, how } = dated
  const since = loan.journal.filter(({ bookedOn }) => bookedOn > evening.lastOn)
  const money = { on: valueOn, bookedOn: day, paid: amount, how }
  const [inTime, without] = [relive(evening, [...since, money], day), relive(evening, since, day)]
  const spared = (number: number) =>
    since.some((each) => 'late' in each && each.late === number && each.on > valueOn) &&
    !inTime.late.has(number)
  const dueInterest = (of: ModelLoan, { number }: Item) => {
    const item = of.items.find((each) => each.number === number)
    return item?.due === true ? item.interest : 0n
  }
  const undue = loan.items.flatMap((item) => {
    const less = dueInterest(without.loan, item) - dueInterest(inTime.loan, item)
    const interest = item.due && bearsInterest(loan) ? smaller(less, item.interest) : 0n
    return [
      { item, part: 'late' as const, amount: spared(item.number) ? item.late : 0n },
      { item, part: 'interest' as const, amount: interest },
    ]
  })
  const present = presentItem(without.loan)
  const runs = present !== undefined && presentItem(loan)?.number === present.number
  const daysOf = (of: ModelLoan) =>
    runs && bearsInterest(loan) ? daysOfPeriod(of, present, day) : 0n
  const fee = larger(0n, without.loan.feeIncome - inTime.loan.feeIncome)
  return {
    undue: undue.filter((each) => each.amount > 0n),
    days: larger(0n, daysOf(without.loan) - daysOf(inTime.loan)),
    fee: smaller(fee, loan.feeIncome),
    feeBase: fee > 0n ? larger(0n, without.loan.feeBase - inTime.loan.feeBase) : 0n,
  }
}

type Life = { readonly loan: ModelLoan; readonly late: ReadonlySet<number> }
type Moment = Entry & { readonly how?: Dated['how'] }

/** By days; on each first what is late, then what was paid, then what was returned. */
function relive(evening: ModelLoan, moments: readonly Moment[], day: number): Life {
  const loan = structuredClone(evening)
  const late = new Set<number>()
  const reach = (on: number) => {
    const ahead = loan.items.filter(({ due, dueOn }) => !due && dueOn <= on)
    if (loan.startsOn === undefined) return
    for (const item of ahead) {
      const before = loan.credit
      fallDue(loan, item, item.dueOn)
      finish(loan, item.dueOn, before)
    }
  }
  const rank = (moment: Moment) =>
    'late' in moment ? 0 : 'returned' in moment ? 2 : moment.how === undefined ? 1 : 3
  for (const moment of moments.toSorted((a, b) => a.on - b.on || rank(a) - rank(b))) {
    const on = Math.max(moment.on, evening.lastOn)
    reach(on)
    if ('paid' in moment) {
      payOn(loan, { id: '', amount: moment.paid, day: on, how: moment.how ?? 'next' })
    } else if ('returned' in moment) {
      returnOn(loan, smaller(moment.returned, loan.credit), on)
    } else {
      const item = loan.items.find(({ number }) => number === moment.late)
      const isPaid = item && (!item.due || openItem(item) === openPart(item, 'late'))
      if (item === undefined || isPaid) continue
      const before = loan.credit
      becomeLate(loan, item, on)
      finish(loan, on, before)
      late.add(moment.late)
    }
  }
  reach(day)
  return { loan, late }
}

/** What was paid of what was never owed is credit; then all of it is given up. */
function giveBack(loan: ModelLoan, relief: Relief, day: number): readonly Item[] {
  const before = loan.credit
  loan.spared += relief.days
  loan.feeBase = larger(0n, loan.feeBase - relief.feeBase)
  loan.feeIncome -= relief.fee
  for (const { item, part, amount } of relief.undue) {
    const income = part === 'late' ? 'lateIncome' : 'interestIncome'
    const wanted = smaller(amount, loan[income])
    const paid = smaller(item.settled[part], wanted - openPart(item, part))
    if (paid > 0n) {
      item.settled[part] -= paid
      excess(loan, paid)
    }
    const given = smaller(wanted, openPart(item, part))
    item.settled[part] += given
    loan[income] -= given
  }
  takeBack(loan, relief.fee)
  setOff(loan)
  return finish(loan, day, before)
}

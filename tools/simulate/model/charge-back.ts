/** A payment is taken back (decision 0056). */
import { smaller } from './arithmetic.ts'
import { monthsLater } from './calendar.ts'
import { append, bearsInterest, finish, type Item, type ModelLoan, openItem } from './loan.ts'
import type { Moved } from './loan-moves.ts'

/** Credit goes first, then what the payment had settled opens again, the latest first. */
export function chargeBackOn(loan: ModelLoan, id: string, amount: bigint, day: number): Moved {
  const before = loan.credit
  loan.otherOn = day
  const fromCredit = smaller(amount, loan.credit)
  loan.credit -= fromCredit
  loan.chargedBack += amount
  loan.collecting = false
  const paid = new Set(loan.items.filter((item) => openItem(item) === 0n))
  const opened = new Set<Item>()
  let rest = amount - fromCredit
  for (const { item: number, part, amount: settled } of [
    ...(loan.payments.get(id) ?? []),
  ].reverse()) {
    const item = loan.items.find((each) => each.number === number)
    if (item === undefined) continue
    const some = smaller(smaller(rest, settled), item.settled[part])
    item.settled[part] -= some
    rest -= some
    if (some > 0n) opened.add(item)
  }
  for (const item of opened) {
    if (!item.due) continue
    if (paid.has(item)) fallsDueAgain(item, day)
    goesOn(loan, item, day)
  }
  if (rest > 0n) append(loan, { kind: 'charge_back', capital: rest, due: true, dueOn: day })
  return { paid: finish(loan, day, before) }
}

/** What had been paid is due again from today; its day stays that of the plan. */
function fallsDueAgain(item: Item, day: number): void {
  item.dueOn = item.endedFrom ?? item.dueOn
  item.reopenedOn = day
  item.lateOn = undefined
}

/** The month that an early end had cut short is lived to its end, if nobody has paid for it. */
function goesOn(loan: ModelLoan, item: Item, day: number): void {
  const { endedFrom: planned, settled, lateOn, late } = item
  if (planned === undefined || planned <= day || !bearsInterest(loan)) return
  if (settled.interest > 0n || lateOn !== undefined || late > 0n) return
  loan.interestIncome -= item.interest
  Object.assign(item, { due: false, dueOn: planned, reopenedOn: day, endedFrom: undefined })
  loan.runsFrom = monthsLater(loan.startsOn ?? loan.confirmedOn, item.number - 1)
}

/** What time does to a loan: instalments fall due, become late, and are given up in the end. */
import {
  accrued,
  finish,
  type Item,
  type ModelLoan,
  note,
  openCapital,
  openItem,
  presentItem,
  project,
  setOff,
  settle,
} from './loan.ts'

type TimeMove = {
  readonly kind: 'due' | 'late' | 'write_off'
  readonly item: Item
  readonly on: number
}

export const takenAtOnce = ({ terms }: ModelLoan, { kind, number }: Item): boolean =>
  kind === 'downpayment' || (terms.product === 'pay_in_4' && number === 1)

export const isCollected = (loan: ModelLoan, item: Item): boolean =>
  item.due && openItem(item) > 0n && (loan.startsOn !== undefined || takenAtOnce(loan, item))

export const dueSince = ({ dueOn, reopenedOn }: Item): number =>
  Math.max(dueOn, reopenedOn ?? dueOn)

/** What has to happen next, up to a day; at one day the due ones come first. */
function nextMove(loan: ModelLoan, day: number): TimeMove | undefined {
  const { items, terms, startsOn, collecting, triedOn } = loan
  const moves: TimeMove[] = []
  for (const item of items) {
    if (!item.due && startsOn !== undefined) moves.push({ kind: 'due', item, on: item.dueOn })
  }
  for (const item of items) {
    const tried = !collecting || (triedOn !== undefined && triedOn >= item.dueOn)
    if (isCollected(loan, item) && item.lateOn === undefined && tried) {
      const on = Math.max(dueSince(item) + terms.lateAfter, loan.lastOn)
      moves.push({ kind: 'late', item, on })
    }
    if (item.due && openItem(item) > 0n && item.lateOn !== undefined) {
      const on = Math.max(dueSince(item) + terms.writeOffAfter, loan.lastOn)
      moves.push({ kind: 'write_off', item, on })
    }
  }
  return moves
    .filter(({ on }) => on <= day)
    .reduce<TimeMove | undefined>((a, b) => (a === undefined || b.on < a.on ? b : a), undefined)
}

type Passed = TimeMove & {
  readonly booked: boolean
  /** Nobody is told that nothing falls due. */
  readonly announced: boolean
  readonly paid: readonly Item[]
}

/** All that has to have happened by a day, one after the other. */
export function passTime(loan: ModelLoan, day: number): Passed[] {
  const passed: Passed[] = []
  for (let next = nextMove(loan, day); next !== undefined; next = nextMove(loan, day)) {
    const { kind, item, on } = next
    const before = loan.credit
    const moved = { due: fallDue, late: becomeLate, write_off: writeOff }[kind](loan, item, on)
    const booked = moved > 0n || before !== loan.credit
    const announced = kind !== 'due' || booked || openItem(item) > 0n
    passed.push({
      ...next,
      booked,
      announced,
      paid: finish(loan, on, before, kind === 'write_off'),
    })
  }
  return passed
}

/** Answers what is owed since. */
export function fallDue(loan: ModelLoan, item: Item, _on: number): bigint {
  project(loan)
  item.due = true
  if (item.kind === 'instalment' && loan.startsOn !== undefined) {
    Object.assign(loan, { runsFrom: item.dueOn, spared: 0n })
  }
  loan.interestIncome += item.interest
  setOff(loan)
  return item.interest
}

export function becomeLate(loan: ModelLoan, item: Item, on: number): bigint {
  const { number } = item
  const isFirst = loan.journal.every((each) => !('late' in each) || each.late !== number)
  if (isFirst) loan.journal.push({ on, bookedOn: on, late: number })
  item.lateOn = on
  const isOwed = loan.cancelledOn === undefined && item.late === 0n
  const charge = isOwed ? loan.terms.lateCharge : 0n
  item.late += charge
  loan.lateIncome += charge
  return charge
}

function writeOff(loan: ModelLoan, _item: Item, on: number): bigint {
  const everything = ({ due }: Item) =>
    due ? (['interest', 'fee', 'capital', 'late'] as const) : (['fee', 'capital'] as const)
  const amount = settle(loan, { amount: 1n << 100n, wanted: everything })
  loan.writtenOff += amount
  Object.assign(loan, { writtenOffOn: on, otherOn: on })
  loan.collecting = false
  return amount
}

/** Where no capital is left, the interest of the days so far falls due at once; no more runs. */
export function interestAtOnce(loan: ModelLoan, day: number): void {
  if (openCapital(loan) > 0n) return
  const item = presentItem(loan)
  const interest = accrued(loan, day)
  if (item === undefined || interest === 0n) return
  item.interest = interest
  item.due = true
  item.endedFrom = item.dueOn
  loan.runsFrom = item.dueOn
  item.dueOn = day
  note(loan, day)
  loan.interestIncome += interest
  setOff(loan)
}

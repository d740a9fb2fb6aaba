/**
 * Money that came before a late charge was booked, and is booked after it (decision 0133): the
 * charge would not have been there, had the money been booked on its day.
 */
import { add, type Cents, subtract, ZERO } from '@svc/api'
import type { Day } from '../../platform/time/calendar.ts'
import { type Allocation, type Instalment, type Loan, openAmountOf, openParts } from './loan.ts'

type Arrived = {
  readonly amount: Cents
  readonly valueOn: Day
  /** What was settled after that day, or opened again. */
  readonly settledSince: readonly Pick<Allocation, 'number' | 'component' | 'amount'>[]
}

/**
 * The instalments whose late charge is open, was booked after the money came, and would not have
 * been: it pays all that was open of them then, and of what was due before them.
 */
export function preventedCharges(loan: Loan, { amount, valueOn, settledSince }: Arrived): number[] {
  const since = new Map<number, Cents>()
  for (const { number, component, amount: settled } of settledSince) {
    if (component === 'lateCharge') continue
    since.set(number, add(since.get(number) ?? ZERO, settled))
  }
  let needed = ZERO
  const prevented: number[] = []
  for (const each of [...loan.instalments].filter(({ due }) => due).sort(byDueDay)) {
    const { lateCharge } = openParts(each)
    needed = add(needed, subtract(openAmountOf(each), lateCharge), since.get(each.number) ?? ZERO)
    const isLater = each.lateOn !== null && each.lateOn > valueOn
    if (isLater && lateCharge > ZERO && needed <= amount) prevented.push(each.number)
  }
  return prevented
}

const byDueDay = (a: Instalment, b: Instalment): number =>
  a.dueOn === b.dueOn ? a.number - b.number : a.dueOn < b.dueOn ? -1 : 1

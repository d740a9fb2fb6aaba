/**
 * A write-off is undone: the part that has not been recovered is owed again (decision 0133).
 * Amounts that were due are due again from that day, others have their planned dates; the days
 * between bear no interest. Automatic charges stay off, as after a chargeback.
 */
import { add, type Cents, min, subtract, ZERO } from '@svc/api'
import { assert } from '../../platform/refusal.ts'
import type { Day } from '../../platform/time/calendar.ts'
import {
  change,
  changeInstalment,
  type Draft,
  draftOf,
  finish,
  type LoanStep,
  post,
  setOffCredit,
} from './draft.ts'
import type { Allocation, Loan } from './loan.ts'

type Undoing = {
  readonly id: string
  /** The allocations of the loan's write-offs, and their reversals; the oldest first. */
  readonly writtenOff: readonly Allocation[]
}

/** `loan`: a written-off one. */
export function reopenLoan(loan: Loan, { id, writtenOff }: Undoing, today: Day): LoanStep {
  const draft = draftOf(loan, today)
  const amount = loan.writtenOff
  post(draft, 'buyer_receivable', 'credit_loss', amount)
  change(draft, {
    writtenOff: ZERO,
    writtenOffOn: null,
    receivable: add(loan.receivable, amount),
    ...(loan.accruedUntil === null ? {} : { accrued: 0, accruedUntil: today }),
  })
  const reopened = reopenAll(draft, { id, amount, writtenOff })
  for (const { number, due, dropped } of loan.instalments) {
    // The recovered part counts as paid.
    if (dropped) changeInstalment(draft, number, { dropped: false })
    if (due && reopened.has(number)) {
      changeInstalment(draft, number, { reopenedOn: today, lateOn: null })
    }
  }
  setOffCredit(draft)
  return finish(draft, loan)
}

type Reopening = Undoing & { readonly amount: Cents }

/** The latest first: recoveries covered the oldest. Returns the instalments. */
function reopenAll(draft: Draft, { id, amount, writtenOff }: Reopening): Set<number> {
  const left = new Map<string, Cents>()
  const key = ({ number, component }: Allocation) => `${number} ${component}`
  for (const each of writtenOff) {
    left.set(key(each), add(left.get(key(each)) ?? ZERO, each.amount))
  }
  const reopened = new Set<number>()
  let rest = amount
  for (const each of [...writtenOff].reverse()) {
    const instalment = draft.loan.instalments.find(({ number }) => number === each.number)
    assert(instalment !== undefined, `there is no instalment ${each.number}`)
    const given = min(left.get(key(each)) ?? ZERO, instalment.settled[each.component])
    const taken = min(rest, given)
    if (taken <= ZERO) continue
    const { number, component } = each
    const settled = {
      ...instalment.settled,
      [component]: subtract(instalment.settled[component], taken),
    }
    changeInstalment(draft, number, { settled })
    const less = subtract(ZERO, taken)
    draft.allocations.push({
      ...{ source: 'write_off_undo', sourceId: id, number, component, amount: less },
    })
    left.set(key(each), ZERO)
    rest = subtract(rest, taken)
    reopened.add(number)
  }
  assert(rest === ZERO, `${rest} of ${amount} that was written off cannot be found`)
  return reopened
}

/**
 * A write-off is undone: what of it nobody has made good since is owed again (decision 0133). What
 * was due is due again from that day, what was not due waits for its day; the days between bear no
 * interest. Charges stay off, as after a chargeback.
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
  /** What write-offs of the loan settled, and undoing them opened again; the oldest first. */
  readonly writtenOff: readonly Allocation[]
}

/** `loan`: one that is written off. */
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
    // What was given up of it was made good since: it is paid.
    if (dropped) changeInstalment(draft, number, { dropped: false })
    if (due && reopened.has(number)) {
      changeInstalment(draft, number, { reopenedOn: today, lateOn: null })
    }
  }
  setOffCredit(draft)
  return finish(draft, loan)
}

type Reopening = Undoing & { readonly amount: Cents }

/** The latest first: what was recovered made good the oldest. Answers the instalments. */
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

import { ZERO } from '@svc/api'
import { instalmentEvent } from '../../kernel/loans/view.ts'
import type { NextOperation, When } from '../../kernel/orders/record.ts'
import { type Loan, openAmountOf } from '../../model/loan/loan.ts'
import { passTime, type TimeStep } from '../../model/loan/time.ts'
import type { Day } from '../../platform/time/calendar.ts'

const events = {
  due: 'instalment.due',
  late: 'instalment.late',
  write_off: 'loan.written_off',
} as const

/** The effects of time up to a day, as operations to be recorded before any other. */
export function timeOperations(
  loan: Loan,
  today: Day,
  { ids }: When,
): { loan: Loan; passed: readonly TimeStep[]; operations: NextOperation[] } {
  const steps = passTime(loan, today)
  return {
    loan: steps.at(-1)?.step.loan ?? loan,
    passed: steps,
    operations: steps.map((step) => (order) => ({
      after: order,
      ...informationOf(step, ids.next()),
    })),
  }
}

/** A loan that is paid off or cancelled would go on telling that nothing falls due. */
const isNothing = ({ kind, instalment, step }: TimeStep): boolean =>
  kind === 'due' && step.postings.length === 0 && openAmountOf(instalment) === ZERO

function informationOf(passed: TimeStep, effectId: string) {
  const { kind, instalment, step } = passed
  if (isNothing(passed)) return { event: null, effectId, step }
  return {
    event: events[kind],
    effectId,
    more: instalmentEvent(instalment),
    entry: { kind, postings: [] },
    step,
  }
}

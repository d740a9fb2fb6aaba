/**
 * The effects of time on a loan, in order: instalments fall due, become late, are written off.
 * Every operation on the order books them first, so that no result depends on when a worker ran. An
 * amount made late or lost by an operation is so from its day on, never from an earlier one.
 */
import { type Day, laterOf } from '../../platform/time/calendar.ts'
import type { LoanStep } from './draft.ts'
import { isOverdue, lateFrom, mayBeLate, writtenOffFrom } from './due-times.ts'
import { writeOffLoan } from './end.ts'
import { becomeLate, fallDue, fallingDue } from './falling-due.ts'
import type { Instalment, Loan } from './loan.ts'

export type TimeStep = {
  readonly kind: 'due' | 'late' | 'write_off'
  /** The instalment that fell due or became late; for a write-off the oldest late one. */
  readonly instalment: Instalment
  readonly step: LoanStep
}

/** Everything that has to happen up to a day, one step after the other. */
export function passTime(loan: Loan, today: Day): TimeStep[] {
  const steps: TimeStep[] = []
  let present = loan
  for (;;) {
    const next = nextStep(present, today)
    if (next === undefined) return steps
    steps.push(next)
    present = next.step.loan
  }
}

type Candidate = {
  readonly kind: TimeStep['kind']
  readonly on: Day
  readonly instalment: Instalment
}

function nextStep(loan: Loan, today: Day): TimeStep | undefined {
  const candidates: Candidate[] = fallingDue(loan, today).map((instalment) => {
    return { kind: 'due', on: instalment.dueOn, instalment }
  })
  for (const instalment of loan.instalments) {
    if (mayBeLate(loan, instalment)) {
      const on = laterOf(lateFrom(loan, instalment), loan.bookedOn)
      candidates.push({ kind: 'late', on, instalment })
    }
    if (isOverdue(instalment)) {
      const on = laterOf(writtenOffFrom(loan, instalment), loan.bookedOn)
      candidates.push({ kind: 'write_off', on, instalment })
    }
  }
  const first = candidates
    .filter(({ on }) => on <= today)
    .reduce<Candidate | undefined>((a, b) => (a === undefined || b.on < a.on ? b : a), undefined)
  return first && { ...first, ...carriedOut(loan, first) }
}

function carriedOut(
  loan: Loan,
  { kind, on, instalment }: Candidate,
): Pick<TimeStep, 'step' | 'instalment'> {
  const step =
    kind === 'due'
      ? fallDue(loan, instalment)
      : kind === 'late'
        ? becomeLate(loan, instalment.number, on)
        : writeOffLoan(loan, '', on)
  const after = step.loan.instalments.find(({ number }) => number === instalment.number)
  return { step, instalment: after ?? instalment }
}

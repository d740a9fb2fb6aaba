/**
 * The hash of a loan's plan as an operation left it (decision 0074): the operation's ledger entry
 * keeps it, and that entry is chained and sealed.
 */
import { createHash } from 'node:crypto'
import type { Instalment, Loan } from '../../model/loan/loan.ts'

/**
 * SHA-256 over a line for each instalment in the order of their numbers, members joined by `|`,
 * null empty. Interest counts from the day on which it is due: until then it is projected. What
 * changes without an entry (when an instalment became late, was paid, is due) is reported by
 * events.
 */
export function planHash({ instalments }: Loan): string {
  const lines = [...instalments].sort((a, b) => a.number - b.number).map(lineOf)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

function lineOf(instalment: Instalment): string {
  const { number, kind, dueOn, reopenedOn, due, settled } = instalment
  const { capital, interest, fee, lateCharge } = instalment
  return [
    ...[number, kind, dueOn, reopenedOn],
    ...[capital, due ? interest : 0, fee, lateCharge],
    ...[settled.capital, settled.interest, settled.fee, settled.lateCharge],
  ].join('|')
}

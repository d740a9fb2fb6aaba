/** Sums of accounts. Pure. */
import { add, cents, subtract } from '@svc/api'
import type { AccountBalance } from './balance.ts'

/** The midnight in UTC with which the day of a moment begins. */
export const startOfDay = (moment: Date): Date => new Date(new Date(moment).setUTCHours(0, 0, 0, 0))

/** Both together, by account and currency, in their order. */
export function together(
  one: readonly AccountBalance[],
  other: readonly AccountBalance[],
): AccountBalance[] {
  const groups = Map.groupBy([...one, ...other], (each) => `${each.account} ${each.currency}`)
  return [...groups.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, [first, second]]) => (second === undefined ? first : sumOf(first, second)))
    .filter((each) => each !== undefined)
}

function sumOf(one: AccountBalance | undefined, other: AccountBalance): AccountBalance {
  if (one === undefined) return other
  const debit = add(cents(one.debit), cents(other.debit))
  const credit = add(cents(one.credit), cents(other.credit))
  const { account, currency } = one
  return { account, currency, debit, credit, balance: subtract(debit, credit) }
}

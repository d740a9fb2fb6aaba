import { findAnnualRate } from '../../credit/loans/annual-rate.ts'
import { findLoanOf } from '../../credit/loans/load.ts'
import type { LoanStatement } from '../../credit/loans/statement.ts'
import { findOrderAnywhere } from '../../kernel/orders/store.ts'
import { listPayments } from '../../kernel/payments/store.ts'
import { payOffAmount } from '../../model/loan/pay.ts'
import { passTime } from '../../model/loan/time.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller, Places } from '../../tenancy/caller/context.ts'
import { findAllowedActs, type Judged } from '../allowed-acts/judging.ts'
import { type LoggedReading, logRead } from '../reads/noting.ts'
import { type LoanAct, loanActs } from './acts.ts'
import type { LenderLoan } from './lender-loan.ts'
import { readListed } from './list-store.ts'
import { hasLoan } from './rules.ts'
import {
  type BookedAllocation,
  type LoanNote,
  listAllocations,
  listManualPayments,
  listNotes,
  type ManualPayment,
} from './store.ts'

export type WholeLoan = {
  readonly listed: LenderLoan
  readonly statement: LoanStatement
  readonly allocations: readonly BookedAllocation[]
  readonly manual: readonly ManualPayment[]
  readonly notes: readonly LoanNote[]
  readonly judged: Judged<LoanAct>
}

type Opening = Places & LoggedReading & { readonly demo: boolean }

/** The loan of an order of any store in the caller's mode. Refusals: `loan_not_found`. */
export async function getLoan(
  { database, clocks, writing, demo }: Opening,
  caller: LenderCaller,
  id: string,
): Promise<WholeLoan> {
  const { sandbox } = caller
  const row = await findOrderAnywhere(database, id)
  const order = existing(row?.sandbox === sandbox && hasLoan(row) ? row : undefined, 'loan', id)
  const at = (await clocks.of(order)).now()
  const [{ loan, today }, payments, allocations, manual, notes, [listed], annual] =
    await Promise.all([
      findLoanOf(database, order, at),
      listPayments(database, order),
      listAllocations(database, order),
      listManualPayments(database, order),
      listNotes(database, order),
      readListed(database, { sandbox, now: clocks.real.now() }, [id]),
      findLoanOf(database, order, at).then(({ loan: now }) =>
        findAnnualRate(database, { order, loan: now, at }),
      ),
    ])
  await logRead(writing, caller, { kind: 'loan', id, storeId: order.storeId })
  // The interest since the last write is part of the payoff amount.
  const present = passTime(loan, today).at(-1)?.step.loan ?? loan
  const payOff = payOffAmount(present, today)
  const statement = { order, loan, payments, payOff, annualRate: annual }
  const acts = loanActs({ order, loan: present, payments, today })
  const object = { kind: 'loan', id, storeId: order.storeId }
  const about = { object, currency: order.currency, acts }
  const judged = await findAllowedActs({ database, clock: clocks.real, demo }, caller, about)
  return { listed: existing(listed, 'loan', id), statement, allocations, manual, notes, judged }
}

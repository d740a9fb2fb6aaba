import { add, type Cents, ZERO } from '@svc/api'
import { findAnnualRate } from '../../credit/loans/annual-rate.ts'
import { findLoan } from '../../kernel/loans/store.ts'
import { loanView } from '../../kernel/loans/view.ts'
import { findOrderAnywhere } from '../../kernel/orders/store.ts'
import { amountsView } from '../../model/order/order.ts'
import type { NewRow } from '../../platform/database/columns.ts'
import type { Reader, RowSet } from '../../platform/database/database.ts'
import { newRows } from '../../platform/database/reader.ts'
import { assert } from '../../platform/refusal.ts'

/**
 * The additional members of a dry run (contract §7): the order's amounts in the database after the
 * write, its ledger entries, and its lines for the store.
 */
export async function readEffects(reader: Reader, rowSets: readonly RowSet[]) {
  const id = rowSets
    .map((each) => (each.table === 'orders' && 'where' in each ? each.where.id : undefined))
    .find((each) => each !== undefined)
  const order = id === undefined ? undefined : await findOrderAnywhere(reader, String(id))
  assert(order !== undefined, 'a dry run that changes no order')
  const postings = newRows(rowSets, 'ledger_postings')
  const entries = newRows(rowSets, 'ledger_entries').map(({ kind, sequence }) => ({
    kind,
    postings: postings
      .filter((posting) => posting.sequence === sequence)
      .map(({ debit, credit, amount }) => ({ debit, credit, amount })),
  }))
  const lines = newRows(rowSets, 'settlement_lines').map(({ type, amount, net }) => {
    return { type, amount, net }
  })
  const loan = order.confirmedAt === null ? undefined : await findLoan(reader, order)
  return {
    amounts: amountsView(order),
    entries,
    settlement_lines: lines,
    loan: loan === undefined ? null : loanView(loan),
    credit_to_customer: creditOf(postings),
    annual_equivalent:
      loan === undefined
        ? null
        : await findAnnualRate(reader, { order, loan, at: timeOf(rowSets) }),
  }
}

/** The buyer's credit from a write: from refunds, from costs taken back, from overpayments. */
function creditOf(postings: readonly NewRow<'ledger_postings'>[]): Cents {
  const credited = postings.filter(({ credit }) => credit === 'buyer_credit')
  return add(ZERO, ...credited.map(({ amount }) => amount))
}

/** The moment of a write is that of its events. */
function timeOf(rowSets: readonly RowSet[]): Date {
  const at = newRows(rowSets, 'events').at(-1)?.createdAt
  assert(at !== undefined, 'a write without an event')
  return at
}

import { add, type Cents, cents, ZERO } from '@svc/api'
import { findAnnualRate } from '../../credit/loans/annual-rate.ts'
import { findLoan } from '../../kernel/loans/store.ts'
import { loanView } from '../../kernel/loans/view.ts'
import { findOrderAnywhere } from '../../kernel/orders/store.ts'
import { amountsView } from '../../model/order/order.ts'
import type { Insert, Reader, Row, RowSet, Update } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'

/**
 * What a dry run tells beside the answer (contract §7): the order's amounts as they stand in the
 * database after the write, the ledger entries that it made, and its lines for the store.
 */
export async function readEffects(reader: Reader, rowSets: readonly RowSet[]) {
  const update = rowSets.find((each): each is Update => each.table === 'orders' && 'where' in each)
  const order = await findOrderAnywhere(reader, String(update?.where.id))
  assert(order !== undefined, 'a dry run that changes no order')
  const postings = rowsOf(rowSets, 'ledger_postings')
  const entries = rowsOf(rowSets, 'ledger_entries').map(({ kind, sequence }) => ({
    kind,
    postings: postings
      .filter((posting) => posting.sequence === sequence)
      .map(({ debit, credit, amount }) => ({ debit, credit, amount })),
  }))
  const lines = rowsOf(rowSets, 'settlement_lines').map(({ type, amount, net }) => {
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

/** What a write makes the buyer's: from refunds, from costs taken back, from what he paid over. */
function creditOf(postings: readonly Row[]): Cents {
  const credited = postings.filter(({ credit }) => credit === 'buyer_credit')
  return add(ZERO, ...credited.map(({ amount }) => cents(amount)))
}

/** The moment of a write is that of its events. */
function timeOf(rowSets: readonly RowSet[]): Date {
  const at = rowsOf(rowSets, 'events').at(-1)?.created_at
  assert(at instanceof Date, 'a write without an event')
  return at
}

function rowsOf(rowSets: readonly RowSet[], table: string): Row[] {
  return rowSets
    .filter((each): each is Insert => each.table === table && 'rows' in each)
    .flatMap(({ rows }) => rows)
}

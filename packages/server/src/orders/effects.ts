import type { Insert, Reader, Row, RowSet, Update } from '../database/database.ts'
import { findLoan } from '../loans/store.ts'
import { loanView } from '../loans/view.ts'
import { assert } from '../refusal.ts'
import { amountsView } from './order.ts'
import { findOrderAnywhere } from './store.ts'

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
  const plan = loan === undefined ? null : loanView(loan)
  return { amounts: amountsView(order), entries, settlement_lines: lines, loan: plan }
}

function rowsOf(rowSets: readonly RowSet[], table: string): Row[] {
  return rowSets
    .filter((each): each is Insert => each.table === table && 'rows' in each)
    .flatMap(({ rows }) => rows)
}

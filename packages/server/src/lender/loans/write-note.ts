import { findLoanOf } from '../../credit/loans/load.ts'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import type { LoanPlace } from './place.ts'
import { decidePromise } from './rules.ts'
import { type LoanNote, noteRow } from './store.ts'

type NewNote = Pick<LoanNote, 'kind' | 'note' | 'amount' | 'promisedOn'>

/** Keeps a note on a loan, or what its buyer promised to pay: neither is ever changed. */
export function writeNote(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox, id }: Omit<LoanPlace, 'currency'>,
  note: NewNote,
): Promise<LoanNote> {
  const key = { storeId: store.id, sandbox, ref: id }
  return writer.transaction(orderQueue(key), async (tx) => {
    const order = existing(await lockOrder(tx, key), 'loan', id)
    const at = clock.now()
    const { today } = await findLoanOf(tx, order, at)
    accept(decidePromise(note, today))
    const { name: author } = acting.principal
    const written = { ...note, id: ids.next(), createdAt: at, author }
    const action = note.kind === 'note' ? 'loan.note' : 'loan.promise'
    return tx.commit(written, actedOn({ acting, ids }, order, action, noteRow(order, written)))
  })
}

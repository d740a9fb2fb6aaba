import { type OrderEdit, subtract, ZERO } from '@svc/api'
import type { Caller, Writing } from '../context.ts'
import type { OrderDetails } from '../details/details.ts'
import { detailsUpdate } from '../details/store.ts'
import { reduceDebt } from '../loans/debt.ts'
import { loadLoan, recordOnLoan } from '../loans/load.ts'
import { accept, existing } from '../refusal.ts'
import { recordOperation } from './record.ts'
import { decideEdit } from './rules.ts'
import { lockOrder, orderQueue } from './store.ts'

export type EditInput = {
  readonly ref: string
  readonly edit: OrderEdit
  /** PUT: what is absent falls back to its default. PATCH: it stays. */
  readonly whole: boolean
}

/** Changes what the store may change of an order that is not cancelled (contract §7). */
export function editOrder(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { ref, edit, whole }: EditInput,
): Promise<void> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockOrder(tx, key), 'order', ref)
    const at = clock.now()
    const edited = accept(decideEdit(before, edit, at))
    const after = keepsDiscount(edit, whole)
      ? edited
      : { ...edited, discount: edit.discount ?? null }
    const lowered = subtract(before.totalAmount, after.totalAmount)
    const effectId = ids.next()
    const operation = { after, event: 'order.edited', effectId } as const
    const recorded =
      lowered === ZERO
        ? recordOperation({ before, at, ids, ...operation })
        : recordOnLoan(await loadLoan(tx, before, { at, ids }), { before, at, ids }, (on) => {
            const piece = { from: 'uncaptured', amount: lowered, sourceId: effectId } as const
            const cancels = after.state === 'cancelled'
            const debt = reduceDebt(on.loan, [piece], { today: on.today, cancels })
            const entry = { kind: 'edit', postings: debt.postings } as const
            return { ...operation, entry, step: debt.step }
          })
    const { order, rowSets } = recorded
    const changed = changedDetails(edit, whole)
    const details = Object.keys(changed).length > 0 ? [detailsUpdate(order, changed)] : []
    return tx.commit(undefined, ...rowSets, ...details)
  })
}

function keepsDiscount(edit: OrderEdit, whole: boolean): boolean {
  return edit.discount === undefined && !whole
}

function changedDetails(edit: OrderEdit, whole: boolean): Partial<OrderDetails> {
  return {
    ...(edit.articles === undefined ? {} : { articles: edit.articles }),
    ...(edit.shipping !== undefined || whole ? { shipping: edit.shipping ?? null } : {}),
  }
}

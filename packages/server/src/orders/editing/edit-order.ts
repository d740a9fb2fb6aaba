import { type OrderEdit, subtract, ZERO } from '@svc/api'
import { loadLoan, recordOnLoan } from '../../credit/loans/load.ts'
import type { OrderDetails } from '../../kernel/details/details.ts'
import { detailsUpdate, getDetails } from '../../kernel/details/store.ts'
import { recordOperation } from '../../kernel/orders/record.ts'
import { decideEdit, editedDiscounts, mergedShipping } from '../../kernel/orders/rules.ts'
import { changeOrder, lockMid, lockOrderFor, orderQueue } from '../../kernel/orders/store.ts'
import { reduceDebt } from '../../model/loan/debt.ts'
import type { Order } from '../../model/order/order.ts'
import { type Altered, withAlteredWarnings } from '../../platform/altered.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { accept } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { renamed } from '../naming/renaming.ts'

type EditInput = {
  readonly ref: string
  readonly edit: OrderEdit
  /** PUT: absent members get their defaults. PATCH, a merge patch (RFC 7396): they stay. */
  readonly whole: boolean
  readonly altered?: Altered
}

/** Changes what the store may change of an order that is not cancelled (contract §7). */
export function editOrder(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { ref, edit, whole, altered }: EditInput,
): Promise<void> {
  const key = { storeId: store.id, sandbox, ref }
  const mid = edit.id
  const change = async (tx: Transaction, before: Order) => {
    const at = clock.now()
    const decided = accept(decideEdit(before, edit, at))
    const warnings = withAlteredWarnings(decided.warnings, altered)
    const edited = { ...decided, ...editedDiscounts(decided, edit, whole), warnings }
    const { order: after, rowSets: ofName } =
      mid === undefined
        ? { order: edited, rowSets: [] }
        : accept(await renamed(tx, edited, { mid, at, ids }))
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
    const changed = await changedDetails(tx, before, { edit, whole })
    const details = Object.keys(changed).length > 0 ? [detailsUpdate(order, changed)] : []
    const rows = [...rowSets, ...ofName, ...details]
    return tx.commit(undefined, actedOn({ acting, ids }, order, 'order.edit', ...rows))
  }
  if (mid === undefined) return changeOrder(writer, { ...key, power: 'open' }, change)
  return writer.transaction(orderQueue(key), async (tx) => {
    // Names are locked before orders, or two who rename could wait for each other.
    await lockMid(tx, { storeId: store.id, sandbox, mid })
    return change(tx, await lockOrderFor(tx, 'open', key))
  })
}

async function changedDetails(
  tx: Transaction,
  order: Order,
  { edit: { articles, shipping }, whole }: Pick<EditInput, 'edit' | 'whole'>,
): Promise<Partial<OrderDetails>> {
  const merges = !whole && shipping !== undefined && shipping !== null
  const stored = merges ? (await getDetails(tx, order)).shipping : null
  return {
    ...(articles === undefined ? {} : { articles }),
    ...(whole || shipping !== undefined ? { shipping: mergedShipping(stored, shipping) } : {}),
  }
}

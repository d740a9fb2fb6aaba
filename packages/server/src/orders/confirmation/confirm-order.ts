import { openingOf } from '../../credit/loans/agree.ts'
import type { OrderDetails } from '../../kernel/details/details.ts'
import { detailsUpdate, findDetails } from '../../kernel/details/store.ts'
import { informationRow } from '../../kernel/notifications/outbox.ts'
import { recordOperation, type When } from '../../kernel/orders/record.ts'
import { lockMid, lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { decideMove } from '../../model/order/moves.ts'
import type { Order } from '../../model/order/order.ts'
import type { Committed, RowSet, Transaction } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import { accept, assert } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { holdStoreState } from '../../tenancy/store-states/store.ts'
import { namedByStore } from '../naming/naming.ts'
import type { StoreAnswer } from './answer.ts'
import { recordConfirmation } from './recording.ts'
import { isAwaited } from './rules.ts'
import { warningRows } from './warnings.ts'

type ConfirmInput = {
  readonly storeId: string
  readonly sandbox: boolean
  readonly orderId: string
  readonly answer: StoreAnswer
  /**
   * More rows for the same transaction, by the result of the answer. They are read under the lock
   * of the order; the reads must not wait.
   */
  readonly beside: (tx: Transaction) => Promise<(taken: Taken) => readonly RowSet[]>
}

export type Taken = Pick<StoreAnswer, 'verdict'> & { readonly at: Date }

/**
 * Takes a store's answer to the question whether it accepts the order: ok confirms it, ko ends it,
 * and the store is notified of the result; no answer does not change it, perhaps with a warning.
 */
export function confirmOrder(
  { writer, clock, ids, acting }: Writing,
  { storeId, sandbox, orderId, answer: given, beside }: ConfirmInput,
): Promise<void> {
  const key = { storeId, sandbox, ref: orderId }
  const { mid } = given
  const confirm = async (tx: Transaction): Promise<Committed<undefined>> => {
    const [, before, state, rowsOf, details] = await Promise.all([
      // Before the order's row, as for a new checkout of that name.
      typeof mid === 'string' && lockMid(tx, { storeId, sandbox, mid }),
      lockOrder(tx, key),
      holdStoreState(tx, key),
      beside(tx),
      findDetails(tx, { storeId, id: orderId }),
    ])
    assert(before !== undefined && details !== undefined, `there is no order ${orderId} to confirm`)
    // While the store may not confirm the request is repeated.
    const answer = given.verdict === 'ok' && !state.captures ? NO_ANSWER : given
    const when = { at: clock.now(), ids }
    const decision = await decisionRows(tx, { order: before, details }, { answer, ...when })
    const { verdict } = answer
    const attempted = Written.technically('attempt', ...rowsOf({ at: when.at, verdict }))
    if (decision.length === 0) return tx.commit(undefined, attempted)
    const acted = actedOn({ acting, ids }, before, ACTIONS[verdict], ...decision)
    return tx.commit(undefined, attempted, acted)
  }
  // A name may be held by somebody else.
  return writer.transaction(orderQueue(key), confirm, { shares: typeof mid !== 'string' })
}

const NO_ANSWER: StoreAnswer = { verdict: 'none' }
const ACTIONS = { ok: 'order.confirm', ko: 'order.reject', none: 'order.warn' } as const

type Locked = { readonly order: Order; readonly details: OrderDetails }
type Deciding = When & { readonly answer: StoreAnswer }

async function decisionRows(
  tx: Transaction,
  { order: before, details }: Locked,
  { answer, ...when }: Deciding,
): Promise<RowSet[]> {
  const { verdict, mid, reason, warning } = answer
  if (warning === 'not_booked') return warningRows(before, warning)
  if (!isAwaited(before, when.at)) return []
  if (verdict === 'none') return warning === undefined ? [] : warningRows(before, warning)
  const move = verdict === 'ok' ? 'confirmed_by_store' : 'rejected_by_store'
  const moved = accept(decideMove(before, move, { at: when.at, expiresAt: null }))
  const { order: after, rowSets: naming } = await namedByStore(tx, moved, { mid, ...when })
  const { signedHash } = details
  const { order, rowSets } =
    after.state === 'confirmed'
      ? recordConfirmation(
          { before, confirmed: after, opening: openingOf(before, details, when.at), signedHash },
          when,
        )
      : recordOperation({
          ...{ before, after, ...when },
          ...{ event: 'checkout.updated', effectId: when.ids.next() },
        })
  const rejection = reason === undefined ? [] : [detailsUpdate(before, { rejectionReason: reason })]
  return [...rowSets, informationRow(order, details, when), ...naming, ...rejection]
}

import type { Action } from '../../model/actions/action.ts'
import type { Switches } from '../../model/stores/store-state.ts'
import type { StoredAccount } from '../../model/stores/store-terms.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { lockStore } from '../../tenancy/accounts/store.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { Clocks, RealWriting } from '../../tenancy/caller/context.ts'
import { hadTwoAdmins } from '../../tenancy/staff-accounts/store.ts'
import { lockStoreState, stateRow } from '../../tenancy/store-states/store.ts'
import { stateChangeOf } from './action.ts'
import { decideClosed, decideState, type StateAct } from './state-rules.ts'
import { findLeftOpen, shiftDeadlines } from './store.ts'

export type ChangeState = StreamKey & {
  readonly act: StateAct
  readonly switches?: Partial<Switches>
  readonly reason: NonNullable<Action['reason']>
  /** At the command line: without a second person. */
  readonly byOperator?: true
}

type Changing = RealWriting & { readonly clocks: Pick<Clocks, 'of'> }

/**
 * Changes a store's state in one mode. A concurrent signature or capture is before it or after it:
 * the change waits for those that have read the state, and they for the change. Refusals:
 * `store_not_found`, `store_state`, `store_not_settled`, `body_invalid`.
 */
export async function changeStoreState(
  writing: Changing,
  { act, switches, reason, byOperator, ...key }: ChangeState,
): Promise<StoredAccount> {
  const { writer, clock, clocks } = writing
  const { storeId, sandbox } = key
  // Before it holds a connection: the embedded database has one.
  const ofStore = await clocks.of(key)
  return writer.transaction(`store/${storeId}`, async (tx) => {
    const id = isId(storeId) ? storeId : ''
    const store = existing(await lockStore(tx, id), 'store', storeId)
    if (byOperator === true) await refuseOperator(tx, { act, sandbox })
    const before = sandbox ? store.sandboxState : store.liveState
    const next = accept(decideState(before, act, switches))
    const storeAt = ofStore.now()
    // Orders before the state, as everywhere; captures are off, so nothing moves them meanwhile.
    if (!before.captures && next.captures) await shiftDeadlines(tx, key, storeAt)
    await lockStoreState(tx, key)
    if (next.state === 'closed') accept(decideClosed(await findLeftOpen(tx, key)))
    const after = { ...next, version: before.version + 1 }
    // Now, after all who were before it.
    const acting = { ...writing.acting, at: clock.now() }
    const row = stateRow({ ...after, storeId, sandbox, createdAt: acting.at, storeAt })
    const action = stateChangeOf(key, { act, before, after, reason })
    const outcome = { ...store, [sandbox ? 'sandboxState' : 'liveState']: after }
    return tx.commit(outcome, acted({ ...writing, acting }, action, row))
  })
}

type Lift = Pick<ChangeState, 'act' | 'sandbox'>

/** The command line is no way around two people, once there are two (decision 0151). */
async function refuseOperator(tx: Transaction, { act, sandbox }: Lift): Promise<void> {
  if (act !== 'resume' || sandbox || !(await hadTwoAdmins(tx))) return
  throw new Error('by now two people lift it: POST /lender/stores/ID/resume, or the desk')
}

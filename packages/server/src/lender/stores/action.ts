import type { Action } from '../../model/actions/action.ts'
import type { StoreAccount, StoreRegister } from '../../model/stores/store-account.ts'
import type { StoreState } from '../../model/stores/store-state.ts'
import type { StoredAccount } from '../../model/stores/store-terms.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'
import { logged as loggedSettings } from '../../tenancy/stores/action.ts'
import type { StateAct } from './state-rules.ts'

type Reason = NonNullable<Action['reason']>
type StateChange = {
  readonly act: StateAct
  readonly before: StoreState
  readonly after: StoreState
  readonly reason: Reason
}

export function stateChangeOf(
  { storeId, sandbox }: StreamKey,
  { act, before, after, reason }: StateChange,
): Action {
  const object = { kind: 'store', id: storeId }
  const changes = changesOf(logged(before), logged(after))
  return { action: `store.${act}`, object, storeId, sandbox, changes, reason }
}

export function creationOf({ register, liveState, ...store }: StoreAccount): Action {
  const whole = { ...loggedSettings(store), ...register, ...logged(liveState) }
  const changes = changesOf({}, whole, PERSONAL)
  const object = { kind: 'store', id: store.id }
  return { action: 'store.create', object, storeId: store.id, changes }
}

/** Undefined where nothing is different. */
export function changeOf(
  before: StoredAccount,
  after: StoredAccount,
  reason: Reason,
): Action | undefined {
  const changes = changesOf(known(before), known(after), PERSONAL)
  if (Object.keys(changes).length === 0) return undefined
  const object = { kind: 'store', id: before.id }
  return { action: 'store.change', object, storeId: before.id, changes, reason }
}

const PERSONAL = new Set<keyof StoreRegister>(['contact', 'owner_email'])

function known({ name, register }: StoredAccount) {
  return { name, ...register }
}

function logged({ state, newCredit, captures, payouts }: StoreState) {
  return { state, new_credit: newCredit, captures, payouts }
}

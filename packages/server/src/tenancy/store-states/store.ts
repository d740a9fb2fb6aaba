import type { StoreState } from '../../model/stores/store-state.ts'
import { unchangedState } from '../../model/stores/store-state.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { columns, type Entity, select } from '../../platform/database/columns.ts'
import type { Insert, Reader, Transaction } from '../../platform/database/database.ts'

type Json = Pick<StoreState, 'state'>
const ROW = columns<'store_states', Json>('store_states', 's')
const STATE = ROW.only('state', 'newCredit', 'captures', 'payouts', 'version')
const HELD = select(STATE, 'FROM hold_store_state($1, $2) s')

/**
 * The permissions of the store, until the end of the transaction: a change waits for it, and it
 * waits for a change in progress. Read after the order's row is locked, never before.
 */
export async function holdStoreState(
  tx: Transaction,
  { storeId, sandbox }: StreamKey,
): Promise<StoreState> {
  return (await tx.lookUp(HELD, [storeId, sandbox]))[0] ?? unchangedState
}

/** The present state, for display. */
export async function findStoreState(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
): Promise<StoreState> {
  const [state] = await reader.lookUp(
    select(
      STATE,
      `FROM store_states s WHERE s.store_id = $1 AND s.sandbox = $2
       ORDER BY s.version DESC LIMIT 1`,
    ),
    [storeId, sandbox],
  )
  return state ?? unchangedState
}

/**
 * SQL of whether a store is permitted to do it now, for rows `alias` with `store_id` and `sandbox`.
 */
export const isSwitchedOn = (alias: string, power: 'captures' | 'payouts'): string =>
  `coalesce((SELECT x.${power} FROM store_states x WHERE x.store_id = ${alias}.store_id
    AND x.sandbox = ${alias}.sandbox ORDER BY x.version DESC LIMIT 1), true)`

/** SQL of the state of store `s` in one mode, as JSON. */
export const stateOf = ({ sandbox }: { readonly sandbox: boolean }): string => `coalesce((
  SELECT jsonb_build_object('state', x.state, 'newCredit', x.new_credit, 'captures', x.captures,
    'payouts', x.payouts, 'version', x.version)
  FROM store_states x WHERE x.store_id = s.id AND x.sandbox = ${sandbox}
  ORDER BY x.version DESC LIMIT 1), '${JSON.stringify(unchangedState)}'::jsonb)`

/** SQL of the name of the state of store `s`; `sandbox`: the mode, in SQL too. */
export const stateNameOf = (sandbox: string): string => `coalesce((
  SELECT x.state FROM store_states x WHERE x.store_id = s.id AND x.sandbox = ${sandbox}
  ORDER BY x.version DESC LIMIT 1), 'active')`

/** SQL of the modes in which store `s` takes no new credit. */
export const CREDIT_OFF = `ARRAY(SELECT CASE WHEN x.sandbox THEN 'sandbox' ELSE 'live' END
  FROM store_states x WHERE x.store_id = s.id AND NOT x.new_credit AND NOT EXISTS (
    SELECT 1 FROM store_states y WHERE (y.store_id, y.sandbox) = (x.store_id, x.sandbox)
      AND y.version > x.version))`

/** Waits for the holder of the store's state; its next caller waits for us. */
export async function lockStoreState(
  tx: Transaction,
  { storeId, sandbox }: StreamKey,
): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(
       hashtextextended('store_state/' || $1::text || '/' || $2::boolean, 0))`,
    [storeId, sandbox],
  )
}

/** The same in both modes, always in one order. */
export async function lockStoreStates(tx: Transaction, storeId: string): Promise<void> {
  await lockStoreState(tx, { storeId, sandbox: false })
  await lockStoreState(tx, { storeId, sandbox: true })
}

/** The commit adds the action. */
export const stateRow = (row: Omit<Entity<'store_states'>, 'actionId'>): Insert => ({
  table: 'store_states',
  rows: [row],
})

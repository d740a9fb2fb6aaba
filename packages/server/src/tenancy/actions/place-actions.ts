import type { Mode } from '../../model/keys/api-key.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import { CHAIN_SEAL_MS, placedAfter, sealedAt, type UnplacedAction } from './chain.ts'
import { contentHashOf } from './hash.ts'
import { chainRows, hasChainWork, listUnplaced, listWhole, lockChain } from './store.ts'

/** The most actions per call, so that nobody waits for a whole backlog. */
export const ACTIONS_AT_ONCE = 1_000

type PlacingActions = { readonly database: Database; readonly clock: RealClock }

/**
 * Assigns positions to the new actions of a mode, seals the end of the chain once a minute, and
 * returns the number of actions. Only one process does it at a time, so that no position is used
 * twice, and none is inserted before one that a reader has seen.
 */
export async function placeActions(
  { database, clock }: PlacingActions,
  mode: Mode,
): Promise<number> {
  const sealedBefore = new Date(clock.now().getTime() - CHAIN_SEAL_MS)
  if (!(await hasChainWork(database, mode, sealedBefore))) return 0
  return database.transaction(`actions/${mode}`, async (tx) => {
    const before = await lockChain(tx, mode)
    const unplaced = await hashed(tx, await listUnplaced(tx, mode, ACTIONS_AT_ONCE))
    const { chain, placed } = placedAfter(before, unplaced)
    const end = sealedAt(chain, clock.now())
    if (placed.length === 0 && end.seal === undefined) return tx.commit(0)
    const rows = chainRows(end.chain, placed, end.seal)
    return tx.commit(placed.length, Written.technically('placing', ...rows))
  })
}

async function hashed(tx: Transaction, unplaced: readonly UnplacedAction[]) {
  const without = unplaced.filter(({ contentHash }) => contentHash === null).map(({ id }) => id)
  const whole = without.length === 0 ? [] : await listWhole(tx, without)
  const made = new Map(whole.map((action) => [action.id, contentHashOf(action)]))
  return unplaced.map(({ id, contentHash }) => {
    const hash = contentHash ?? made.get(id)
    assert(hash !== undefined, `action ${id} is gone`)
    return { id, contentHash: hash }
  })
}

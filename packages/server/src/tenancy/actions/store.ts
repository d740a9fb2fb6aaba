import type { Mode } from '../../model/keys/api-key.ts'
import { columns, type Entity, select } from '../../platform/database/columns.ts'
import { countBacklog } from '../../platform/database/count-backlog.ts'
import type { Reader, RowSet, Transaction } from '../../platform/database/database.ts'
import { exists } from '../../platform/database/reader.ts'
import { assert } from '../../platform/refusal.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import type { Chain, ChainSeal, PlacedAction, UnplacedAction } from './chain.ts'

/** Actions of no mode are in the chain of live mode. */
const UNPLACED = "FROM actions a WHERE coalesce(a.mode, 'live') = $1 AND a.place IS NULL"

/** Whether actions need a position, or the end of the chain needs a seal. */
export function hasChainWork(reader: Reader, mode: Mode, sealedBefore: Date): Promise<boolean> {
  return exists(
    reader,
    `FROM action_chains c WHERE c.mode = $1 AND (EXISTS (SELECT 1 ${UNPLACED})
       OR c.place > c.sealed_place AND c.sealed_at <= $2)`,
    [mode, sealedBefore],
  )
}

/** Assigning positions holds this row. */
export async function lockChain(tx: Transaction, mode: Mode): Promise<Chain> {
  const [row] = await tx.query(
    select(columns('action_chains', 'c'), 'FROM action_chains c WHERE c.mode = $1 FOR UPDATE'),
    [mode],
  )
  assert(row !== undefined, `there is no chain of ${mode} actions`)
  return row
}

/** The oldest first. Rows of an earlier version have no hash yet. */
export function listUnplaced(
  tx: Transaction,
  mode: Mode,
  limit: number,
): Promise<readonly UnplacedAction[]> {
  return tx.query(
    select(
      columns('actions', 'a').only('id', 'contentHash'),
      `${UNPLACED} ORDER BY a.at, a.id LIMIT $2`,
    ),
    [mode, limit],
  )
}

export function listWhole(
  tx: Transaction,
  ids: readonly string[],
): Promise<readonly Entity<'actions'>[]> {
  return tx.query(select(columns('actions', 'a'), 'FROM actions a WHERE a.id = ANY($1::text[])'), [
    ids,
  ])
}

export function chainRows(
  chain: Chain,
  placed: readonly PlacedAction[],
  seal: ChainSeal | undefined,
): RowSet[] {
  const { mode, ...end } = chain
  return [
    { table: 'actions', by: ['id'], changes: placed },
    { table: 'action_chains', where: { mode }, set: end },
    ...(seal === undefined ? [] : [{ table: 'action_seals', rows: [seal] } as const]),
  ]
}

export function countUnplacedActions(reader: Reader): Promise<Backlog> {
  return countBacklog(reader, { at: 'at', from: 'FROM actions WHERE place IS NULL' }, [])
}

/** The end of each chain. */
export function listChains(reader: Reader): Promise<readonly Chain[]> {
  return reader.query(
    select(columns('action_chains', 'c'), 'FROM action_chains c ORDER BY c.mode'),
    [],
  )
}

import type { Mode } from '../../model/keys/api-key.ts'
import { columns, type Entity, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'

/** With its place in the chain of its mode: by it no event is skipped. */
export type ChainedAction = Entity<'actions'> & { readonly place: number }

type ChainPart = { readonly mode: Mode; readonly after: number; readonly limit: number }

/** What follows a place of the chain, the nearest first. */
export function listChained(
  reader: Reader,
  { mode, after, limit }: ChainPart,
): Promise<ChainedAction[]> {
  const placed = columns<'actions', { place: number }>('actions', 'a')
  return reader.query(
    select(
      placed,
      `FROM actions a WHERE coalesce(a.mode, 'live') = $1 AND a.place > $2
       ORDER BY a.place LIMIT $3`,
    ),
    [mode, after, limit],
  )
}

/** The last place of the chain; 0: there is none. */
export async function findEnd(reader: Reader, mode: Mode): Promise<number> {
  const place = columns('action_chains', 'c').only('place')
  const [row] = await reader.lookUp(select(place, 'FROM action_chains c WHERE c.mode = $1'), [mode])
  return row?.place ?? 0
}

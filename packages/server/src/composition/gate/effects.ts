import { recordOf } from '@svc/api'
import { readEffects } from '../../orders/editing/effects.ts'
import type { Reader, RowSet } from '../../platform/database/database.ts'
import { jsonbText } from '../../platform/database/jsonb-text.ts'
import { newRows } from '../../platform/database/reader.ts'
import { membersWhere } from '../../platform/narrow.ts'
import { sha256 } from '../../tenancy/actions/hash.ts'

/**
 * What a write does: of an order what its dry run tells; of anything else the changes of its first
 * action, and of others of the same name; the rest follows from them. Ids and moments that are new
 * each time are none of it.
 */
export async function effectsOf(reader: Reader, rowSets: readonly RowSet[]): Promise<unknown> {
  const isOfOrder = rowSets.some((each) => each.table === 'orders' && 'where' in each)
  const effects = isOfOrder ? await readEffects(reader, rowSets) : changesIn(rowSets)
  return JSON.parse(JSON.stringify(effects))
}

function changesIn(rowSets: readonly RowSet[]) {
  const [first, ...others] = newRows(rowSets, 'actions')
  const { action, objectKind = null, changes = null } = first ?? { action: '' }
  // A store is paid in each currency by itself.
  const same = others.filter((each) => each.action === action)
  const more = same.map((each) => timeless(each.changes ?? null))
  const beside = more.length === 0 ? {} : { more }
  return { action, object_kind: objectKind, changes: timeless(changes), ...beside }
}

/** When it is done is another moment each time it is looked at. */
const timeless = (changes: unknown): unknown =>
  changes === null ? null : membersWhere(recordOf(changes), (_, name) => name !== 'at')

/** As the auditor computes it from the column. */
export const hashOfEffects = (effects: unknown): string => sha256(jsonbText(effects))

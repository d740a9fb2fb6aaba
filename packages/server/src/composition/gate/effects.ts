import { recordOf } from '@svc/api'
import { readEffects } from '../../orders/editing/effects.ts'
import type { Reader, RowSet } from '../../platform/database/database.ts'
import { jsonbText } from '../../platform/database/jsonb-text.ts'
import { newRows } from '../../platform/database/reader.ts'
import { membersWhere } from '../../platform/narrow.ts'
import { sha256 } from '../../tenancy/actions/hash.ts'

/**
 * What a write does: of an order what its dry run tells; of anything else the changes of its first
 * action, from which the others follow. Ids and moments that are new each time are none of it.
 */
export async function effectsOf(reader: Reader, rowSets: readonly RowSet[]): Promise<unknown> {
  const isOfOrder = rowSets.some((each) => each.table === 'orders' && 'where' in each)
  const effects = isOfOrder ? await readEffects(reader, rowSets) : changesIn(rowSets)
  return JSON.parse(JSON.stringify(effects))
}

function changesIn(rowSets: readonly RowSet[]) {
  const [first] = newRows(rowSets, 'actions')
  const { action, objectKind = null, changes = null } = first ?? { action: '' }
  return { action, object_kind: objectKind, changes: timeless(changes) }
}

/** When it is done is another moment each time it is looked at. */
const timeless = (changes: unknown): unknown =>
  changes === null ? null : membersWhere(recordOf(changes), (_, name) => name !== 'at')

/** As the auditor computes it from the column. */
export const hashOfEffects = (effects: unknown): string => sha256(jsonbText(effects))

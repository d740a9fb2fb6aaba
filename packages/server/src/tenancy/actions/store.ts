import type { Acting, Action, Principal } from '../../model/actions/action.ts'
import type { NewRow } from '../../platform/database/columns.ts'
import type { Insert } from '../../platform/database/database.ts'
import type { Writing } from '../caller/context.ts'

/** Who acts where nobody has asked. */
function service({ clock }: Pick<Writing, 'clock'>): Acting {
  return {
    principal: { kind: 'service', id: null, name: null },
    at: clock.now(),
    ...{ mode: null, requestId: null, address: null, agent: null, route: null },
  }
}

/** The row of an action: it travels with the effect, in the same statement. */
export function actionRow(
  writing: Pick<Writing, 'acting' | 'clock' | 'ids'>,
  { action, object, storeId, changes, refusal, count = 1 }: Action,
): Insert {
  const { principal, ...acting } = writing.acting ?? service(writing)
  const row: NewRow<'actions'> = {
    id: writing.ids.next(),
    mode: acting.mode,
    at: acting.at,
    principalKind: principal.kind,
    principalId: principal.id,
    principalName: principal.name,
    keyId: hasKey(principal) ? principal.id : null,
    requestId: acting.requestId,
    address: acting.address,
    agent: acting.agent,
    route: acting.route,
    action,
    objectKind: object?.kind ?? null,
    objectId: object?.id ?? null,
    storeId,
    outcome: refusal === undefined ? 'done' : 'refused',
    refusal: refusal ?? null,
    changes: changes === undefined ? null : changes,
    count,
  }
  return { table: 'actions', rows: [row] }
}

const hasKey = ({ kind }: Principal) => kind === 'store_key' || kind === 'lender_key'

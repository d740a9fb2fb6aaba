import type { Acting, Action, Principal } from '../../model/actions/action.ts'
import type { NewRow } from '../../platform/database/columns.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import { newRows } from '../../platform/database/reader.ts'
import type { Ids } from '../../platform/ids.ts'
import { contentHashOf } from './hash.ts'

/** The author of an action, and the source of its id. */
type Actor = { readonly acting: Acting; readonly ids: Pick<Ids, 'next'> }

/** The rows of an operation with its action, which is written in the same statement. */
export function acted(actor: Actor, action: Action, ...rowSets: readonly RowSet[]): Written {
  return Written.by(actionRow(actor, action, rowSets), rowSets)
}

type Object = { readonly storeId: string; readonly sandbox: boolean; readonly id: string }

/** The same for an operation on an order. */
export function actedOn(
  actor: Actor,
  { storeId, sandbox, id }: Object,
  action: Action['action'],
  ...rowSets: readonly RowSet[]
): Written {
  return acted(actor, { action, object: { kind: 'order', id }, storeId, sandbox }, ...rowSets)
}

function actionRow(
  { acting: { principal, ...acting }, ids }: Actor,
  { action, object, storeId, sandbox, changes, refusal, count = 1, personId, reason }: Action,
  rowSets: readonly RowSet[],
): NewRow<'actions'> {
  const { sessionId, approvalId, onBehalf } = acting
  const why = reason ?? acting.reason
  const mode = sandbox === undefined ? acting.mode : sandbox ? 'sandbox' : 'live'
  const row = {
    id: ids.next(),
    mode,
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
    count,
    ...lastEntry(rowSets),
    // Most have neither: omitted members cost nothing.
    ...(refusal === undefined ? {} : { refusal }),
    ...(changes === undefined ? {} : { changes }),
    ...(personId === undefined ? {} : { personId }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(approvalId === undefined ? {} : { approvalId }),
    ...(onBehalf === undefined ? {} : { onBehalf }),
    ...(why && { reasonCode: why.code, reasonNote: why.note }),
  } as const
  return { ...row, contentHash: contentHashOf(row) }
}

const hasKey = ({ kind }: Principal) => kind === 'store_key' || kind === 'lender_key'

const NO_ENTRY = { entrySequence: null, afterHash: null }

/**
 * With it the action covers the operation's entries: the hash of an entry covers those before it.
 */
function lastEntry(rowSets: readonly RowSet[]) {
  const last = newRows(rowSets, 'ledger_entries').at(-1) ?? newRows(rowSets, 'store_entries').at(-1)
  return last === undefined ? NO_ENTRY : { entrySequence: last.sequence, afterHash: last.hash }
}

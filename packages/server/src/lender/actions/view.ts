import type { ActionPage, ActionsHeadAnswer, Answered } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Chain } from '../../tenancy/actions/chain.ts'
import type { ListedAction } from './list-store.ts'

export function actionView(row: ListedAction): Answered<typeof ActionPage>['results'][number] {
  const { objectKind, objectId } = row
  return {
    id: row.id,
    at: utcMicros(row.at),
    principal: { kind: row.principalKind, id: row.principalId, name: row.principalName },
    action: row.action,
    object: objectKind === null || objectId === null ? null : { kind: objectKind, id: objectId },
    store_id: row.storeId,
    person_id: row.personId,
    reason: row.reasonCode === null ? null : { code: row.reasonCode, note: row.reasonNote ?? '' },
    approval_id: row.approvalId,
    mode: row.mode,
    outcome: row.outcome,
    refusal: row.refusal,
    count: row.count,
    changes: row.changes,
    route: row.route,
    request_id: row.requestId,
    address: row.address,
    agent: row.agent,
  }
}

/** A line each, with its place in the chain and the hashes that chain it: a part at once. */
export async function* actionLines(
  parts: AsyncIterable<readonly ListedAction[]>,
): AsyncIterable<string> {
  for await (const rows of parts) yield rows.map(lineOf).join('')
}

function lineOf(row: ListedAction): string {
  const { place, previousHash, hash } = row
  return `${JSON.stringify({ place, ...actionView(row), previous_hash: previousHash, hash })}\n`
}

export const headView = ({
  mode,
  place,
  hash,
  sealedAt,
}: Chain): Answered<typeof ActionsHeadAnswer> => ({
  ...{ mode, place, hash, sealed: sealedAt && utcMicros(sealedAt) },
})

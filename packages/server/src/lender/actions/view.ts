import type { ActionPage, ActionsHeadAnswer, Answered } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Chain } from '../../tenancy/actions/chain.ts'
import { contentOf } from '../../tenancy/actions/hash.ts'
import type { ListedAction } from './list-store.ts'

type Action = Answered<typeof ActionPage>['results'][number]

/** With what its place in the chain is recomputed from. */
export function listedActionView(row: ListedAction): Action {
  const { place, previousHash, hash } = row
  const isPlaced = place !== null && previousHash !== null && hash !== null
  const chain = isPlaced
    ? { place, previous_hash: previousHash, content: contentOf(row), hash }
    : null
  return { ...actionView(row), chain }
}

function actionView(row: ListedAction): Omit<Action, 'chain'> {
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

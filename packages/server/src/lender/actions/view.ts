import type { ActionPage, Answered } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
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

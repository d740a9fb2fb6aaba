import type { Answered, LenderEventAnswer } from '@svc/api'
import { eventView } from '../../outbound/events/view.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { LenderEvent } from './happenings.ts'

export function lenderEventView({ action, of }: LenderEvent): Answered<typeof LenderEventAnswer> {
  const about = {
    store_id: action.storeId,
    actor: { kind: action.principalKind, id: action.principalId, name: action.principalName },
    action_id: action.id,
  }
  if ('id' in of) return { ...eventView(of), ...about }
  const { objectKind, objectId, changes, outcome, count } = action
  const object =
    objectKind === null || objectId === null ? null : { kind: objectKind, id: objectId }
  return {
    ...{ id: action.id, type: of.type, created: utcMicros(action.at), ...about },
    ...{ sequence: null, order_id: null, data: { object, changes, outcome, count } },
  }
}

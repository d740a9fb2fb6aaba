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

/** Principals whose names are not personal: posted bodies go on to other systems. */
const NAMED = new Set(['store_key', 'lender_key', 'service'])
/** Members of people at the desk; such changes of others are never shown. */
const OF_PEOPLE = ['name', 'email']

/** The same as it is posted to a webhook: no names of people, their ids only. */
export function postedEventView(event: LenderEvent): Answered<typeof LenderEventAnswer> {
  const { actor, data, ...view } = lenderEventView(event)
  const name = NAMED.has(actor.kind) ? actor.name : null
  const { objectKind, changes } = event.action
  const hides = !('id' in event.of) && objectKind === 'staff'
  const shown = hides ? { ...data, changes: withoutNames(changes ?? {}) } : data
  return { ...view, actor: { ...actor, name }, data: shown }
}

const withoutNames = (changes: object) =>
  Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [
      field,
      OF_PEOPLE.includes(field) ? 'changed' : change,
    ]),
  )

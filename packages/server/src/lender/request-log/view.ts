import type { Answered, LoggedRequestAnswer, OwnRequestAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { RequestLogRow } from './list-store.ts'

function shown(request: RequestLogRow) {
  const { id, at, method, route, status, code, ms, orderId, idempotencyHash } = request
  return {
    ...{ id, at: utcMicros(at), method, route, status, code, ms },
    order_id: orderId,
    idempotency_hash: idempotencyHash,
  }
}

export function requestView(request: RequestLogRow): Answered<typeof LoggedRequestAnswer> {
  const { principalKind: kind, principalId: id, store } = request
  return { ...shown(request), principal: { kind, id }, store }
}

/** To a store the people and programs of the lender are one. */
export function ownRequestView(request: RequestLogRow): Answered<typeof OwnRequestAnswer> {
  const { principalKind: kind, principalId: id } = request
  const isLenders = kind.startsWith('lender')
  return { ...shown(request), principal: isLenders ? { kind: 'lender', id: null } : { kind, id } }
}

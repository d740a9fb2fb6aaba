import { limits } from '@svc/api'
import { principalOf } from '../../model/staff/person.ts'
import type { About } from '../../platform/error-details.ts'
import { isId } from '../../platform/ids.ts'
import { isDesk, isOpen } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import type { Exchange, State } from './exchange.ts'

type Ended = {
  readonly details: About
  readonly status: number | null
  readonly ms: number
}

/** The order that was created is in the address of the created object. */
const MADE = /^(?:\/v\d+)?\/(?:orders|checkout)\/([0-9a-f]{32})(?:\/|$)/

/** A reader who follows the log would mostly see their own requests. */
const OF_THE_LOG = new Set(['/lender/requests', '/me/api-log'])

/**
 * Gives the log of requests what was asked on a route that takes somebody; nothing that they wrote
 * into an address or a body. Pages that nobody has to know are left out, and readings of the log
 * that were answered.
 */
export function keepRequest(
  { requestLog, clocks }: Pick<WholeService, 'requestLog' | 'clocks'>,
  { id, request, response, route, params, state, code }: Exchange,
  { details, status, ms }: Ended,
): void {
  if (route === undefined || state === undefined || isOpen(route) || isDesk(route)) return
  if (OF_THE_LOG.has(route.path) && status === 200) return
  const { method = '', headers } = request
  const { kind, id: principalId } = whoAsked(route.access.kind, state)
  const named = params.orderId ?? params.loanId ?? params.checkoutId
  const made = MADE.exec(String(response.getHeader('location') ?? ''))?.[1]
  const key = keyIn(headers['idempotency-key'])
  requestLog.note({
    ...{ id, method, route: route.path, status, code: code ?? null },
    at: new Date(clocks.real.now().getTime() - ms),
    sandbox: state.negotiated.sandbox,
    ms: Math.round(ms),
    ...{ principalKind: kind, principalId },
    storeId: typeof details.store_id === 'string' ? details.store_id : null,
    orderId: (named !== undefined && isId(named) ? named : made) ?? null,
    idempotencyKey: key,
  })
}

/** One that is too long was refused: thousands of them may wait to be written. */
const keyIn = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header.length <= limits.idempotencyKeyMax ? header : null

function whoAsked(access: string, { identity, lender, signed }: State) {
  if (lender !== undefined) return lender.principal
  if (signed !== undefined) return principalOf(signed.person)
  if (identity !== undefined) return { kind: 'store_key', id: identity.key.id } as const
  return { kind: access === 'buyer' ? 'buyer' : 'stranger', id: null } as const
}

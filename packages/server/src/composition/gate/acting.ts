import { type Acting, AGENT_LENGTH_MAX, type Principal } from '../../model/actions/action.ts'
import { isModeless } from '../../model/approvals/approval-action.ts'
import { principalOf as personAsPrincipal } from '../../model/staff/person.ts'
import { withoutSecrets } from '../../tenancy/actions/changes.ts'
import { isDesk, isLender, type Route } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import type { Routed, State } from './exchange.ts'
import { sentAuthorization } from './sent-key.ts'

/** The sender of a request, as the log of actions names them; it never contains a key. */
export function actingOf(
  { clientAddresses, clocks }: WholeService,
  { id, request, route, state }: Pick<Routed, 'id' | 'request' | 'route' | 'state'>,
): Acting {
  const agent = request.headers['user-agent']
  return {
    principal: principalOf(route, state, sentAuthorization(route, request)),
    ...(state.signed === undefined ? {} : { sessionId: state.signed.session.id }),
    mode: modeOf(route, state),
    at: clocks.real.now(),
    requestId: id,
    address: clientAddresses.of(request).address ?? null,
    agent: agent === undefined ? null : withoutSecrets(agent).slice(0, AGENT_LENGTH_MAX),
    route: `${route.method} ${route.path}`,
  }
}

/** People and their sessions are of no mode; a buyer's token says whose checkout it is. */
function modeOf(route: Route, { buyer, negotiated }: State): Acting['mode'] {
  const { approval } = isLender(route) ? route : {}
  if (isDesk(route) || (approval && isModeless(approval.action))) return null
  return (buyer?.caller ?? negotiated).sandbox ? 'sandbox' : 'live'
}

function principalOf(
  { access }: Route,
  { identity, lender, signed }: State,
  authorization: string | undefined,
): Principal {
  if (lender !== undefined) return lender.principal
  if (signed !== undefined) return personAsPrincipal(signed.person)
  if (identity === undefined) {
    const kind = access.kind === 'buyer' ? 'buyer' : 'stranger'
    return { kind, id: null, name: prefixOf(authorization) }
  }
  const { id, name } = identity.key
  return { kind: 'store_key', id, name: withoutSecrets(name) }
}

/** Of an unknown key, as much of its beginning as its hint shows. */
function prefixOf(authorization = ''): string | null {
  const [, prefix] = /^bearer +([spl]k_[a-z2-7]{4})[a-z2-7]{52} *$/i.exec(authorization) ?? []
  return prefix === undefined ? null : `${prefix}…`
}

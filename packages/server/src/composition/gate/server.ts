import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { recordOf } from '@svc/api'
import type { Answer } from '../../platform/database/once.ts'
import { errorDetails } from '../../platform/error-details.ts'
import { readBody, receiveBody } from '../../platform/http/body.ts'
import { maskFreeText } from '../../platform/http/card-numbers.ts'
import type { FieldFaults } from '../../platform/http/checker-walk.ts'
import { unknownMembers } from '../../platform/http/known-members.ts'
import { Refused } from '../../platform/refusal.ts'
import { inTrace } from '../../platform/tracing/trace-context.ts'
import { errorLanguage } from '../../tenancy/caller/language.ts'
import { refuseLenders } from '../../tenancy/caller/lender-only.ts'
import {
  type DeskRoute,
  isDesk,
  isLender,
  isOpen,
  NO_CONTENT,
  type Page,
  type Route,
} from '../../tenancy/caller/route.ts'
import { NO_ROUTE } from '../service/traffic.ts'
import type { WholeService } from '../service/whole-service.ts'
import { type Admission, createAdmission } from './admit.ts'
import { allowOrigins, allowPreflight, isCrossOrigin } from './cors.ts'
import { cookiesOf } from './desk-door.ts'
import { type Door, isAt } from './doors.ts'
import {
  aboutRequest,
  beginExchange,
  type Exchange,
  knownCaller,
  knownLender,
  negotiatedState,
  openState,
  type Routed,
  type State,
} from './exchange.ts'
import { keepRequest } from './keep-request.ts'
import { type CreateQuick, createListener } from './listener.ts'
import { type Address, createListening } from './listening.ts'
import { send, sendError, sendPage } from './reply.ts'
import { apiRequest, deskRequest, lenderRequest, openRequest } from './request.ts'
import { type Checked, createRouteTable, type Place } from './route-table.ts'
import { answerOrAsk } from './second-person.ts'
import { logOpenedOrder } from './store-door.ts'
import { createStoreTurns } from './store-turns.ts'

export type HttpServer = {
  /** Of the first address that it listens on. */
  readonly server: Server
  /** Answers a request that is not answered from memory. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Answers the port; at that of the desk, when it has one of its own. */
  listen(address: Address, door?: 'desk'): Promise<number>
  /** Answers what is under way, takes nothing new; waits for clients for `patienceMs` (7 s). */
  close(patienceMs?: number): Promise<void>
}

/**
 * The HTTP server over a table of routes: our checks in the contract's order, our envelope on every
 * answer.
 */
export function createServer(
  service: WholeService,
  routes: readonly Route[],
  createQuick: CreateQuick,
): HttpServer {
  const admission = createAdmission(service)
  const quick = createQuick(service, admission)
  const { find, refuseMethod } = createRouteTable(routes)
  const respond = createResponder(service, admission)

  async function answered(exchange: Exchange): Promise<void> {
    const match = find(exchange.target.path)
    const { door } = exchange
    if (match === undefined || !match.place.routes.some((route) => isAt(door, route))) {
      refuseUnready(service)
      throw new Refused('path_not_found')
    }
    exchange.params = match.params
    const { method = '' } = exchange.request
    const checked = match.place.of(method)
    if (checked === undefined || !isAt(door, checked.route))
      tellMethods(service, exchange, match.place)
    else await respond(exchange, checked)
  }
  const front = service.deskUrl === undefined ? 'all' : 'programs'
  function handle(request: IncomingMessage, response: ServerResponse, door: Door = front): void {
    const trace = service.tracer.begin(request.headers.traceparent)
    const exchange = beginExchange(service.ids.next(), trace, { request, response, door })
    service.traffic.follow(response, () => {
      const { method = NO_ROUTE } = request
      const details = aboutRequest(exchange)
      const keep = (status: number | null, ms: number) =>
        keepRequest(service, exchange, { details, status, ms })
      return { method, route: exchange.route?.path, trace, details, keep }
    })
    inTrace(exchange.trace, () => answered(exchange))
      .catch((error: unknown) => sendError(service, exchange, error))
      .catch((fault: unknown) => {
        service.log.error({ request_id: exchange.id, ...errorDetails(fault) }, 'no answer')
        response.destroy()
      })
  }
  const { server, listen, close } = createListening((at) => {
    const door = at ?? front
    const handler = (request: IncomingMessage, response: ServerResponse) =>
      handle(request, response, door)
    // What is answered from memory is for the pages of stores.
    return createListener(service, {
      ...{ handler, refuseMethod, quick: door === 'desk' ? () => false : quick },
    })
  })
  return {
    server,
    handle,
    listen,
    async close(patienceMs) {
      await close(patienceMs)
      await admission.settled()
      await service.requestLog.settled()
    },
  }
}

/** From arrival to answer: caller, body, turn, route. */
function createResponder(service: WholeService, admission: Admission) {
  const turns = createStoreTurns(service)

  async function admitted(exchange: Exchange, route: Route): Promise<Routed> {
    const { request, response } = exchange
    exchange.route = route
    if (isOpen(route)) {
      const routed = Object.assign(exchange, { route, state: openState() })
      if (route.always !== true) refuseUnready(service)
      return routed
    }
    exchange.language = errorLanguage(route, request.headers['accept-language'])
    if (isCrossOrigin(route)) allowOrigins(response, service.brand)
    const state = negotiatedState(service, exchange)
    const routed = Object.assign(exchange, { route, state })
    refuseUnready(service)
    if (route.access.kind === 'desk') await admission.admitPerson(routed, route.access)
    else if (isLender(route)) await admission.admitLender(Object.assign(exchange, { route, state }))
    else if (route.access.kind === 'buyer') await admission.admitBuyer(routed)
    else {
      await admission.admit(routed)
      refuseLive(service, route, state)
    }
    return routed
  }

  return async (exchange: Exchange, checked: Checked): Promise<void> => {
    const { route, bodyBytesMax } = checked
    const routed = await admitted(exchange, route)
    if (route.method !== 'GET') exchange.body = await receiveBody(exchange.request, bodyBytesMax)
    // The body has arrived: a slow sender takes no turn from others.
    const given = await turns.run(routed, async () => {
      await admission.lookUpBuyer(routed)
      const work = () => handled(service, routed, checked)
      if (route.access.kind === 'desk') {
        return admission.tryPerson(routed, work).catch((error) => ledBack(routed, error))
      }
      return route.access.kind === 'private' ? admission.tryStore(routed, work) : work()
    })
    if ('content' in given) await sendPage(service, exchange, given)
    else send(service, exchange, given)
  }
}

/** The answer of a path to a method that it does not take. */
function tellMethods(service: WholeService, exchange: Exchange, { allow, routes }: Place): void {
  const { response } = exchange
  const { method = '' } = exchange.request
  response.setHeader('allow', allow)
  allowPreflight(response, routes)
  if (method !== 'OPTIONS') {
    refuseUnready(service)
    throw new Refused('method_not_allowed', { values: { method } })
  }
  send(service, exchange, NO_CONTENT)
}

/** Whoever mistypes a member of the lender's would have something else done, without a word. */
function unknownIn(rawBody: unknown, { body, knownBy, access }: Route): FieldFaults {
  const known = knownBy ?? (access.kind === 'lender' ? body : undefined)
  return body === undefined || known === undefined ? {} : unknownMembers(rawBody, [body, known])
}

/** Reads and checks the body, then lets the route answer. */
function handled(
  service: WholeService,
  routed: Routed,
  { check }: Checked,
): Promise<Answer | Page> {
  const { route, request, state } = routed
  const { brand } = service
  const { takes } = route
  const optional = check === undefined || route.bodyOptional === true
  const rawBody =
    route.method === 'GET' ? undefined : readBody(request, routed.body, { optional, brand, takes })
  if (isDesk(route)) return atDesk(service, routed, route, check?.(rawBody).body)
  if (isOpen(route)) return route.handle(openRequest(service, routed, check?.(rawBody).body))
  if (isLender(route)) {
    const caller = knownLender(state)
    maskFreeText(rawBody)
    const { body } = check?.(rawBody, () => unknownIn(rawBody, route)) ?? {}
    const lender = Object.assign(routed, { route })
    const request = lenderRequest(service, lender, { caller, body, rawBody })
    if (route.approval === undefined) return route.handle(request)
    return answerOrAsk(service, { exchange: routed, route, request, rawBody })
  }
  const caller = knownCaller(state)
  const masked = maskFreeText(rawBody)
  const faults = (sound: unknown) => ({
    ...unknownIn(rawBody, route),
    ...route.faults?.(sound, caller),
  })
  const { body, cut = [] } = check?.(rawBody, faults) ?? {}
  const own = apiRequest(service, routed, {
    caller,
    body,
    rawBody: recordOf(rawBody),
    altered: { masked, cut },
  })
  // Errors of the request come first: they would occur in the sandbox as well.
  refuseLenders(service, route.lenderOnly, own)
  if (state.signed === undefined) return route.handle(own)
  return logOpenedOrder(service, routed).then(() => route.handle(own))
}

/** A person's route says whether their cookies change. */
async function atDesk(
  service: WholeService,
  routed: Routed,
  route: DeskRoute,
  body: unknown,
): Promise<Answer> {
  const { cookie, trip, ...given } = await route.handle(deskRequest(service, routed, body))
  const set = cookiesOf(service, { cookie, trip })
  if (set.length > 0) routed.response.setHeader('set-cookie', set)
  return given
}

/** A person who follows an address in a browser is shown a page, not an error in JSON. */
function ledBack({ route, request }: Routed, error: unknown): Answer {
  const isShown = request.headers['sec-fetch-mode'] === 'navigate'
  if (route.failsAt === undefined || !isShown || !(error instanceof Refused)) throw error
  return { status: 303, body: null, location: `${route.failsAt}#${error.code}` }
}

/** While the service starts or stops, or cannot work with its database. */
function refuseUnready({ readiness }: WholeService): void {
  const code = readiness.refusal()
  if (code !== undefined) throw new Refused(code)
}

function refuseLive({ demo }: WholeService, { sandboxOnly = false }: Route, { negotiated }: State) {
  if (sandboxOnly === false || negotiated.sandbox) return
  if (!demo || sandboxOnly === 'always') throw new Refused('sandbox_only')
}

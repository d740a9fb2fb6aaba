import { limits, recordOf } from '@svc/api'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Answer } from '../../platform/database/once.ts'
import { type Checker, checkerOf, readBody } from '../../platform/http/body.ts'
import { maskFreeText } from '../../platform/http/card-numbers.ts'
import type { FieldFaults } from '../../platform/http/checker-walk.ts'
import { unknownMembers } from '../../platform/http/known-members.ts'
import { Refused } from '../../platform/refusal.ts'
import { noteLanguage } from '../../tenancy/caller/language.ts'
import { isOpen, NO_CONTENT, type Page, type Route } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { type Admission, createAdmission } from './admit.ts'
import type { Refusal } from './bare-error.ts'
import { onClientError, type RefuseMethod } from './client-error.ts'
import { allowOrigins, allowPreflight, isCrossOrigin } from './cors.ts'
import { type CreateQuick, createListener, METHODS } from './listener.ts'
import { send, sendError, sendPage } from './reply.ts'
import { apiRequest, openRequest } from './request.ts'
import { rules } from './rules-of-schemas.ts'
import { ignoreAccept, knownCaller, rewrite, type State, splitUrl, stateOf } from './state.ts'
import { createStoreTurns } from './store-turns.ts'

/**
 * The HTTP server over a table of routes: our checks in the contract's order, our envelope on every
 * answer.
 */
export function createServer(
  service: WholeService,
  routes: readonly Route[],
  createQuick: CreateQuick,
): FastifyInstance {
  const admission = createAdmission(service)
  const quick = createQuick(service, admission)
  const refuseMethod: RefuseMethod = (method, target) => methodRefused(routes, { method, target })
  const app = fastify({
    serverFactory: (handler) => createListener(service, { handler, quick, refuseMethod }),
    clientErrorHandler: onClientError(service, refuseMethod),
    forceCloseConnections: 'idle',
    // Our own 503 has the envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    genReqId: () => service.ids.next(),
    rewriteUrl: (raw) => rewrite(raw),
    frameworkErrors: (error, request, reply) => sendError(service, request, reply, error),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => sendError(service, request, reply, error))
  app.addHook('onClose', admission.settled)
  addRoutes(app, service, { routes, admission })
  app.setNotFoundHandler(async () => {
    refuseUnready(service)
    throw new Refused('path_not_found')
  })
  return app
}

type Gate = {
  readonly routes: readonly Route[]
  readonly admission: Admission
}

function unknownIn(rawBody: unknown, { body, knownBy }: Route): FieldFaults {
  return body === undefined || knownBy === undefined ? {} : unknownMembers(rawBody, [body, knownBy])
}

function addRoutes(app: FastifyInstance, service: WholeService, { routes, admission }: Gate): void {
  const turns = createStoreTurns(service)
  const byPath = Map.groupBy(routes, (route) => route.path)
  for (const [path, ofPath] of byPath) {
    const allow = allowed(ofPath)
    for (const route of ofPath) {
      const check = route.body === undefined ? undefined : checkerOf(route.body, rules)
      app.route({
        method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
        url: path,
        bodyLimit: route.bodyBytesMax ?? limits.bodyBytesMax,
        onRequest: async (request, reply) => {
          if (route.access.kind === 'open') {
            ignoreAccept(request)
            if (route.always !== true) refuseUnready(service)
            return
          }
          noteLanguage(route, request)
          if (isCrossOrigin(route)) allowOrigins(reply, service.brand)
          const state = stateOf(service, request)
          refuseUnready(service)
          if (route.access.kind === 'buyer') {
            await admission.admitBuyer({ route, request, reply, state })
            return
          }
          state.identity = await admission.admit({ route, request, reply, state })
          refuseLive(service, route, state)
        },
        handler: async (request, reply) => {
          const state = stateOf(service, request)
          // The body has arrived: whoever sends slowly takes no turn from others.
          const entry = { route, request, reply, state }
          const given = await turns.run(entry, async () => {
            await admission.lookUpBuyer(entry)
            return handled(service, { ...entry, check })
          })
          if ('content' in given) return sendPage(service, request, reply, given)
          return send(service, request, reply, given)
        },
      })
    }
    app.route({
      method: METHODS.filter((method) => !allow.includes(method)),
      url: path,
      handler: (request, reply) => {
        reply.header('allow', [...allow, 'OPTIONS'].join(', '))
        allowPreflight(reply, ofPath)
        if (request.method === 'OPTIONS') return send(service, request, reply, NO_CONTENT)
        refuseUnready(service)
        throw new Refused('method_not_allowed', { values: { method: request.method } })
      },
    })
  }
}

type Checked = {
  readonly route: Route
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly state: State
  readonly check: Checker | undefined
}

/** Reads and checks the body, then lets the route answer. */
function handled(service: WholeService, { check, ...entry }: Checked): Promise<Answer | Page> {
  const { route, request, state } = entry
  const { brand } = service
  const optional = check === undefined || route.bodyOptional === true
  const rawBody = route.method === 'GET' ? undefined : readBody(request, { optional, brand })
  if (isOpen(route)) return route.handle(openRequest(service, entry, check?.(rawBody).body))
  const caller = knownCaller(state)
  const masked = maskFreeText(rawBody)
  const faults = (sound: unknown) => ({
    ...unknownIn(rawBody, route),
    ...route.faults?.(sound, caller),
  })
  const { body, cut = [] } = check?.(rawBody, faults) ?? {}
  return route.handle(
    apiRequest(service, entry, {
      caller,
      body,
      rawBody: recordOf(rawBody),
      altered: { masked, cut },
    }),
  )
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

function allowed(routes: readonly Route[]): string[] {
  const methods: string[] = routes.map((route) => route.method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

const IN_A_PATH = /^(?:\/|https?:\/\/)/i

/** A method that no path has never gets as far as the framework. */
function methodRefused(
  routes: readonly Route[],
  { method, target }: { method: string; target: string },
): Refusal {
  const refused = new Refused('method_not_allowed', { values: { method } })
  // CONNECT may name a server instead.
  if (!IN_A_PATH.test(target)) return { refused, allow: METHODS.join(', ') }
  const path = splitUrl(target).bare.split(/[?#]/, 1)[0] ?? '/'
  const matching = routes.filter((route) => matches(route.path, path))
  // A path that is written out goes before one with a placeholder.
  const [nearest] = matching.toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)
  if (nearest === undefined) return { refused: new Refused('path_not_found') }
  const ofPath = matching.filter((route) => route.path === nearest.path)
  return { refused, allow: [...allowed(ofPath), 'OPTIONS'].join(', ') }
}

function matches(pattern: string, path: string): boolean {
  const steps = path.split('/')
  const wanted = pattern.split('/')
  const same = (step: string, index: number) => step.startsWith(':') || step === steps[index]
  return wanted.length === steps.length && wanted.every(same)
}

import { limits } from '@svc/api'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Answer, once, requestHash } from '../database/once.ts'
import { Refused } from '../refusal.ts'
import { authorize, createAuthenticate, type Identity } from './authenticate.ts'
import { checkerOf, readBody } from './body.ts'
import { onClientError } from './client-error.ts'
import { errorView, refusedOf } from './errors.ts'
import { LATEST, type Negotiated, negotiate } from './negotiate.ts'
import type { ApiRequest, Method, Route } from './route.ts'
import type { Service } from './service.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** What a request is known by from its first line on. */
type State = {
  urlVersion: string | undefined
  negotiated: Negotiated
  identity: Identity | undefined
}
/** Open routes answer whatever the Accept. */
const OPEN: State = {
  urlVersion: undefined,
  negotiated: { sandbox: false, version: LATEST },
  identity: undefined,
}
const states = new WeakMap<object, State>()
const urlVersions = new WeakMap<object, string>()

/** The HTTP server over a table of routes: our checks in the contract's order, our envelope on every answer. */
export function createServer(service: Service, routes: readonly Route[]): FastifyInstance {
  const app = fastify({
    bodyLimit: limits.bodyBytesMax,
    connectionTimeout: 0,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // Our own 503 has the envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: false },
    genReqId: () => service.ids.next(),
    rewriteUrl: (raw) => rewrite(raw),
    clientErrorHandler: onClientError(service),
    frameworkErrors: (error, request, reply) => sendError(service, request, reply, error),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => sendError(service, request, reply, error))
  addRoutes(app, service, routes)
  app.setNotFoundHandler((request, reply) =>
    sendError(service, request, reply, unknownPath(request, { reply, routes })),
  )
  return app
}

/** `//orders`, `/orders/` and `/v1/orders` are `/orders`; no redirects, ever. */
function rewrite(raw: { url?: string | undefined }): string {
  const url = raw.url ?? '/'
  const cut = url.indexOf('?')
  const path = (cut < 0 ? url : url.slice(0, cut)).replace(/\/{2,}/g, '/')
  const query = cut < 0 ? '' : url.slice(cut)
  const version = /^\/(v[0-9]{1,3})(?=\/|$)/.exec(path)
  if (version?.[1] !== undefined) urlVersions.set(raw, version[1])
  const bare = version === null ? path : path.slice(version[0].length)
  const trimmed = bare.length > 1 && bare.endsWith('/') ? bare.slice(0, -1) : bare
  return (trimmed === '' ? '/' : trimmed) + query
}

function addRoutes(app: FastifyInstance, service: Service, routes: readonly Route[]): void {
  const authenticate = createAuthenticate(service.database, service.clock)
  const byPath = Map.groupBy(routes, (route) => route.path)
  for (const [path, ofPath] of byPath) {
    const allow = allowed(ofPath)
    for (const route of ofPath) {
      const check = route.body === undefined ? undefined : checkerOf(route.body)
      app.route({
        method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
        url: path,
        onRequest: async (request) => {
          if (route.access.kind === 'open') return
          const state = stateOf(service, request)
          if (service.stopping()) throw new Refused('service_stopping')
          if (route.access.kind === 'buyer') return
          state.identity = await authenticate(request.headers.authorization)
          authorize(route.access, state.identity, request.headers.origin)
        },
        handler: async (request, reply) => {
          const state = route.access.kind === 'open' ? OPEN : stateOf(service, request)
          const takesBody = check !== undefined && route.bodyOptional !== true
          const rawBody = route.method === 'GET' ? undefined : readBody(request, !takesBody)
          const body = check === undefined ? undefined : check(rawBody)
          const api = apiRequest(service, { request, reply, state, route, body, rawBody })
          return send(service, request, reply, await route.handle(api))
        },
      })
    }
    app.route({
      method: METHODS.filter((method) => !allow.includes(method)),
      url: path,
      handler: (request, reply) => {
        reply.header('allow', [...allow, 'OPTIONS'].join(', '))
        if (request.method === 'OPTIONS')
          return send(service, request, reply, { status: 204, body: null, location: null })
        throw new Refused('method_not_allowed', { values: { method: request.method } })
      },
    })
  }
}

function allowed(routes: readonly Route[]): string[] {
  const methods: string[] = routes.map((route) => route.method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

/** A method that the framework has no route for ends here too: on a known path it is 405. */
function unknownPath(
  request: FastifyRequest,
  { reply, routes }: { reply: FastifyReply; routes: readonly Route[] },
): Refused {
  const path = request.url.split('?')[0] ?? '/'
  const ofPath = routes.filter((route) => matches(route.path, path))
  if (ofPath.length === 0) return new Refused('path_not_found')
  reply.header('allow', [...allowed(ofPath), 'OPTIONS'].join(', '))
  return new Refused('method_not_allowed', { values: { method: request.method } })
}

function matches(pattern: string, path: string): boolean {
  const steps = path.split('/')
  const wanted = pattern.split('/')
  const same = (step: string, index: number) => step.startsWith(':') || step === steps[index]
  return wanted.length === steps.length && wanted.every(same)
}

function stateOf(service: Service, request: FastifyRequest): State {
  const known = states.get(request)
  if (known !== undefined) return known
  const urlVersion = urlVersions.get(request.raw)
  const negotiated = negotiate(request.headers.accept, urlVersion, service.brand)
  const state: State = { urlVersion, negotiated, identity: undefined }
  states.set(request, state)
  return state
}

type Parts = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly state: State
  readonly route: Route
  readonly body: unknown
  readonly rawBody: unknown
}

function apiRequest(
  service: Service,
  { request, reply, state, route, body, rawBody }: Parts,
): ApiRequest {
  const identity = state.identity
  const caller = { store: identity?.store as never, sandbox: state.negotiated.sandbox }
  const [path = '/', search = ''] = request.url.split('?', 2)
  const token = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return {
    caller,
    key: identity?.key,
    params: request.params as Record<string, string>,
    query: new URLSearchParams(search),
    headers: request.headers as Record<string, string | undefined>,
    body: body as never,
    rawBody,
    token,
    async write(operation, render, as = caller) {
      const key = idempotencyKey(request)
      if (key === undefined) return render(await operation(service.database))
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const hash = requestHash(route.method as Method, path, search, bytes)
      const { database, clock } = service
      const options = { storeId: as.store.id, sandbox: as.sandbox, key, requestHash: hash }
      const vault = route.secretAnswer === true ? service.vault : undefined
      const { answer, replayed } = await once(
        { database, clock, once: options, vault },
        operation,
        render,
      )
      if (replayed) reply.header('idempotent-replayed', 'true')
      return answer
    },
  }
}

/** Bare or as a quoted structured-field string. */
function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const text = Array.isArray(header) ? header.join(', ') : header
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  if (key.length >= 1 && key.length <= limits.idempotencyKeyMax && /^[\x20-\x7e]+$/.test(key))
    return key
  const fields = { 'Idempotency-Key': ['must be 1 to 255 printable ASCII characters'] }
  throw new Refused('idempotency_key_invalid', { fields })
}

/** The version whose name the marker answers, also where the request was refused before it was read. */
function versionAsked(service: Service, request: FastifyRequest): { version: string } {
  try {
    return stateOf(service, request).negotiated
  } catch {
    return { version: LATEST }
  }
}

function head(service: Service, request: FastifyRequest, reply: FastifyReply): void {
  const { version } = versionAsked(service, request)
  const name = service.brand.charAt(0).toUpperCase() + service.brand.slice(1)
  reply.header(`X-${name}-Media-Type`, `${service.brand}.${version}`)
  reply.header('X-Request-Id', request.id)
  reply.header('Vary', 'Accept')
  if (service.stopping()) reply.header('connection', 'close')
}

function send(service: Service, request: FastifyRequest, reply: FastifyReply, given: Answer) {
  head(service, request, reply)
  if (given.location !== null) reply.header('location', given.location)
  reply.code(given.status)
  if (given.body === null) return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(given.body)
}

function sendError(service: Service, request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const known = refusedOf(error)
  if (known === undefined) {
    const { stack, message } =
      error instanceof Error ? error : { stack: undefined, message: String(error) }
    service.log.error({ request_id: request.id, message, stack }, 'request failed')
  }
  const view = errorView(known ?? new Refused('internal_error'), request.id)
  head(service, request, reply)
  if (view.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(view.retryAfterSeconds))
  if (view.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(view.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(view.body))
}

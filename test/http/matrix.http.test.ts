// Every route × method × media type × key, made from the table of routes: the order of checks
// (path and method, Accept, key, permission) and the format of each answer, refusals included.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { routesOf } from '../../packages/server/src/composition/app.ts'
import type { WholeService } from '../../packages/server/src/composition/service/whole-service.ts'
import type { Route } from '../../packages/server/src/tenancy/caller/route.ts'
import { readXml } from '../fixtures/read-xml.ts'
import { clientOf, ownServer, type WireReply, wire } from '../running-server.ts'

// The table needs nothing of the service until a route is asked.
const routes = routesOf({ demo: true, brand: 'svc' } as WholeService)
  // An answer that never ends has a test of its own.
  .filter(({ doc }) => doc.mediaType !== 'text/event-stream')
const byPath = Map.groupBy(routes, ({ path }) => path)

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const MEDIA_TYPES: readonly (readonly [accept: string, format: 'json' | 'xml' | 'none'])[] = [
  ['application/vnd.svc.sandbox.v1+json', 'json'],
  ['application/vnd.svc.sandbox.v4+xml', 'xml'],
  ['application/vnd.svc.v1+json', 'json'],
  ['application/xml', 'xml'],
  ['text/html, */*;q=0.1', 'json'],
  ['application/vnd.svc.v9+json', 'none'],
  ['text/plain', 'none'],
]
type Key = 'none' | 'malformed' | 'public' | 'private' | 'scopeless' | 'lender'
const KEYS: readonly Key[] = ['none', 'malformed', 'public', 'private', 'scopeless', 'lender']

const server = ownServer()
let keys: Record<Key, string>
before(async () => {
  const { private_key, public_key, lender_key } = server.demo
  const body = { name: 'without scopes', kind: 'private', scopes: ['events:read'] }
  const made = await clientOf(server)('POST', '/me/api-keys', body)
  assert.equal(made.status, 201, made.text)
  keys = {
    none: '',
    malformed: 'sk_nonsense',
    public: public_key,
    private: private_key,
    scopeless: made.body.key,
    lender: lender_key,
  }
})

function allowedOn(path: string): string[] {
  const methods: string[] = (byPath.get(path) ?? []).map(({ method }) => method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

/** The refusal that comes first; undefined when the request is let through to its route. */
function refusalOf(
  { access, method }: Route,
  { key, format, accept }: Pick<Attempt, 'key' | 'format' | 'accept'>,
): number | undefined {
  if (access.kind === 'open') return undefined
  if (format === 'none') return 406
  // A key beside the cookie, or in place of it, is nobody's; what writes comes from a page.
  if (access.kind === 'desk') {
    if (access.byProvider === true) return undefined
    if (key !== 'none') return 400
    if (method !== 'GET') return 403
    return access.session === 'none' ? undefined : 401
  }
  if (access.kind === 'buyer' || key === 'none' || key === 'malformed') return 401
  if (access.kind === 'lender') {
    // It is bound to the sandbox.
    return key === 'lender' && accept.includes('sandbox') ? undefined : 403
  }
  if (key === 'lender') return 403
  if (access.kind === 'public') return undefined
  if (key === 'public') return 403
  if ('peopleOnly' in access && access.peopleOnly) return 403
  const { scope } = access
  return key === 'scopeless' && scope !== null && scope !== 'events:read' ? 403 : undefined
}

function assertEnvelope(reply: WireReply, format: string, request: string): void {
  const { status, headers, text } = reply
  assert.ok(status < 500, `${request}: ${status} ${text}`)
  assert.match(String(headers['x-request-id']), /^[0-9a-f]{32}$/, request)
  assert.match(String(headers['x-svc-media-type']), /^svc\.v[1-4]$/, request)
  // Lines and files have a type of their own, whatever the Accept.
  if (text === '' || /ndjson|csv/.test(headers['content-type'] ?? '')) return
  const type = format === 'xml' ? 'xml' : 'json'
  assert.equal(headers['content-type'], `application/${type}; charset=utf-8`, request)
  const root = type === 'xml' ? readXml(text).root : JSON.parse(text).error && 'error'
  assert.equal(root === 'error', status >= 400, request)
}

for (const [path, ofPath] of byPath) {
  const filled = path.replace(/:\w+/g, 'none')
  test(`${path}: methods that it does not have`, async () => {
    for (const method of METHODS.filter((each) => !allowedOn(path).includes(each))) {
      const reply = await wire(server, { method, path: filled })
      const wanted = [...allowedOn(path), 'OPTIONS'].sort().join(', ')
      assert.equal(String(reply.headers.allow).split(', ').sort().join(', '), wanted, method)
      if (method === 'OPTIONS') assert.deepEqual([reply.status, reply.text], [204, ''])
      else {
        assert.equal(reply.status, 405, method)
        if (method !== 'HEAD') assert.match(reply.body.error.message, /not allowed/)
        assertEnvelope(reply, 'json', `${method} ${path}`)
      }
    }
  })
  for (const route of ofPath) {
    test(`${route.method} ${path}: every media type with every key`, async () => {
      for (const method of route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]) {
        for (const [accept, format] of MEDIA_TYPES) {
          for (const key of KEYS) await ask(route, { method, path: filled, accept, format, key })
        }
      }
    })
  }
}

const REFUSED = { body: '{"except":[0]}', 'content-type': 'application/json' }

type Attempt = {
  readonly method: string
  readonly path: string
  readonly accept: string
  readonly format: string
  readonly key: Key
}

async function ask(route: Route, { method, path, accept, format, key }: Attempt): Promise<void> {
  const authorization = keys[key] === '' ? {} : { authorization: `Bearer ${keys[key]}` }
  const request = `${method} ${path} as ${accept} with ${key}`
  // It would end the keys of this test, and so is sent a body that it refuses.
  const { body, ...type } = path.endsWith('/revoke-all') ? REFUSED : { body: '' }
  const reply = await wire(server, {
    method,
    path,
    headers: { accept, ...authorization, ...type },
    body,
  })
  const refusal = refusalOf(route, { key, format, accept })
  if (refusal !== undefined) assert.equal(reply.status, refusal, `${request}: ${reply.text}`)
  else assert.ok(![401, 405, 406, 415].includes(reply.status), `${request}: ${reply.status}`)
  if (refusal === 401) assert.equal(reply.headers['www-authenticate'], 'Bearer', request)
  if (route.access.kind !== 'open') assertEnvelope(reply, format, request)
  else if (!reply.headers['content-type']?.startsWith('text/')) {
    assert.ok(reply.status < 500, request)
  }
}

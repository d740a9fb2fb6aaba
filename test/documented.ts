/**
 * Holds every answer that a test gets against the OpenAPI document: the status must be described,
 * the body fit its schema, the headers be there. Error codes are noted, so that the test runner can
 * say which described ones no test has seen.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorObject, Ajv2020 as Validator } from 'ajv/dist/2020.js'
import { allRoutes } from '../packages/server/src/composition/app.ts'
import { demoDeskRoutes } from '../packages/server/src/composition/demo/desk-routes.ts'
import { demoRoutes } from '../packages/server/src/composition/demo/routes.ts'
import { readTarget } from '../packages/server/src/composition/gate/target.ts'
import {
  everywhereCodes,
  transportCodes,
} from '../packages/server/src/composition/openapi/codes.ts'
import { openApiDocument } from '../packages/server/src/composition/openapi/document.ts'
import { templateOf } from '../packages/server/src/composition/openapi/operation.ts'
import type { WholeService } from '../packages/server/src/composition/service/whole-service.ts'
import type { Route } from '../packages/server/src/tenancy/caller/route.ts'

type Answered = {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

const service = { brand: 'svc' } as WholeService
export const routes: readonly Route[] = allRoutes(service, [
  ...demoRoutes(service, { first: '', others: [] }),
  ...demoDeskRoutes(service, { token: '', storeId: '' }),
])
/** By the number of steps of their paths: thousands of answers are looked up. */
const routesOfLength = Map.groupBy(
  routes.map((route) => ({ route, wanted: route.path.split('/') })),
  ({ wanted }) => wanted.length,
)
const document = openApiDocument(routes, { brand: 'svc', baseUrl: 'http://127.0.0.1' })
const validator = new Validator({ strict: false, allErrors: true, validateFormats: false })
validator.addSchema({ $id: 'document', ...document })

const reported = new Set<string>()

/**
 * Throws with every difference when an answer is not as it is described: once for each difference,
 * or one member would fail every test that gets it. The tests of a run share what they have seen.
 */
export function checkDocumented(answered: Answered): void {
  const faults = faultsOf(answered).filter((fault) => isNew(answered, fault))
  if (faults.length === 0) return
  const { method, path, status, text } = answered
  const lines = faults.map((fault) => `  ${fault}`).join('\n')
  throw new Error(
    `${method} ${path} answered ${status}, not as described:\n${lines}\n${text.slice(0, 600)}`,
  )
}

function isNew({ method, status }: Answered, fault: string): boolean {
  // Ids and indexes differ from answer to answer.
  const key = `${method} ${status} ${fault.replace(/[0-9a-f]{8}[0-9a-f-]*|\d+/g, '*')}`
  if (reported.has(key)) return false
  reported.add(key)
  const folder = process.env.TEST_CODES_FOLDER
  if (folder === undefined) return true
  const name = createHash('sha256').update(key).digest('hex')
  try {
    mkdirSync(join(folder, 'undocumented', name))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function faultsOf(answered: Answered): string[] {
  const { method, path, status, headers } = answered
  const pathname = readTarget(path).path
  const steps = pathname.split('/')
  const ofPath = (routesOfLength.get(steps.length) ?? [])
    .filter(({ wanted }) => fits(wanted, steps))
    .map(({ route }) => route)
  const best = ofPath.filter(({ path }) => path === (preferred(ofPath) ?? path))
  const route = best.find((each) => each.method === (method === 'HEAD' ? 'GET' : method))
  const faults = headFaults(headers)
  // Asked of the server as a whole.
  if (path === '*') return []
  if (route?.page === true && [200, 304].includes(status)) return faults
  const own = route?.doc.mediaType
  if (own !== undefined && status === 200) {
    const right = String(headers['content-type']).startsWith(`${own};`)
    return right ? faults : [...faults, `Content-Type is not ${own}`]
  }
  if (route === undefined && method === 'OPTIONS' && status === 204) return faults
  return [...faults, ...bodyFaults(answered, route)]
}

function headFaults(headers: Answered['headers']): string[] {
  const marker = Object.entries(headers).find(([name]) => /^x-[a-z0-9]+-media-type$/.test(name))
  const id = String(headers['x-request-id'])
  return [
    ...(/^[a-z0-9]+\.v[1-4]$/.test(String(marker?.[1])) ? [] : ['the marker is missing']),
    ...(/^[0-9a-f]{32}$/.test(id) ? [] : ['X-Request-Id is missing']),
  ]
}

/** A path that is written out wins over one with a parameter. */
function preferred(ofPath: readonly Route[]): string | undefined {
  const parameters = (path: string) => path.split(':').length
  return ofPath.map(({ path }) => path).sort((a, b) => parameters(a) - parameters(b))[0]
}

function fits(wanted: readonly string[], steps: readonly string[]): boolean {
  return wanted.every((step, index) => step.startsWith(':') || step === steps[index])
}

function bodyFaults(answered: Answered, route: Route | undefined): string[] {
  const { method, status, headers, text } = answered
  const type = String(headers['content-type']).split(';')[0] ?? ''
  if (method === 'HEAD' || ([204, 303].includes(status) && text === '')) {
    return route?.doc.answers[status] !== undefined || status >= 400
      ? []
      : [`status ${status} is not described`]
  }
  const xml = type === 'application/xml'
  if (!xml && type !== 'application/json') return [`Content-Type is ${type}`]
  const body: unknown = xml ? undefined : JSON.parse(text)
  const code = xml
    ? /<code>(\w+)<\/code>/.exec(text)?.[1]
    : (body as { error?: { code?: string } } | null)?.error?.code
  if (status >= 400) note(route, code ?? '')
  // The demo's routes are not everywhere.
  const unknown = route === undefined || route.path.startsWith('/demo/')
  const general = unknown ? ['path_not_found', 'method_not_allowed', ...everywhereCodes] : []
  const described = status >= 400 && [...general, ...transportCodes].some((each) => each === code)
  // XML is written from the JSON of the same answer, which other tests see to.
  if (xml) return described ? [] : responseOf(route, status).fault
  // A page is not in the document; what it refuses has the envelope all the same.
  if (described || (route?.page === true && status >= 400))
    return schemaFaults('document#/components/schemas/Error', body)
  // A path that cannot be read names no route.
  if (route === undefined && status === 400) {
    return schemaFaults('document#/components/schemas/Error', body)
  }
  const { fault, pointer } = responseOf(route, status)
  return pointer === undefined ? fault : schemaFaults(pointer, body)
}

type Response = { readonly $ref?: string; readonly content?: object }

function responseOf(
  route: Route | undefined,
  status: number,
): { fault: string[]; pointer?: string } {
  if (route === undefined) return { fault: ['there is no such route'] }
  const place = ['paths', templateOf(route.path), route.method.toLowerCase(), 'responses', status]
  const schema = place.reduce<unknown>(
    (node, key) => (node as Record<string, unknown> | undefined)?.[key],
    document,
  ) as Response | undefined
  if (schema === undefined) return { fault: [`status ${status} is not described`] }
  const own = `#/${place.map((key) => String(key).replaceAll('/', '~1')).join('/')}`
  const base = schema.$ref ?? own
  const media = encodeURI(`${base}/content/application~1json/schema`)
  return { fault: [], pointer: `document${media.replaceAll('%23', '#')}` }
}

function schemaFaults(pointer: string, body: unknown): string[] {
  const validate = validator.getSchema(pointer)
  if (validate === undefined) return [`${pointer} is not in the document`]
  if (validate(body) === true) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }: ErrorObject) =>
      `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
  )
}

const noted = new Set<string>()

/** One line per route and code, in a file of this process. */
function note(route: Route | undefined, code: string): void {
  const folder = process.env.TEST_CODES_FOLDER
  const line = `${route?.method ?? '-'} ${route?.path ?? '-'} ${code}\n`
  if (folder === undefined || noted.has(line)) return
  noted.add(line)
  appendFileSync(join(folder, String(process.pid)), line)
}

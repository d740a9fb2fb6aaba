/** The answers of a route, status by status. */
import {
  ApprovalNeedAnswer,
  closed,
  EffectsAnswer,
  ErrorAnswer,
  type ErrorCode,
  type ErrorEntry,
  errorCatalogue,
  LenderEffectsAnswer,
  recordOf,
  type TSchema,
  Type,
} from '@svc/api'
import { markerName } from '../../platform/http/negotiate.ts'
import { isLender, type Route } from '../../tenancy/caller/route.ts'
import { codesOf, isKeyed, isWrite, transportCodes } from './codes.ts'
import type { Components, Json } from './schema.ts'

const MEDIA_TYPES = ['application/json', 'application/xml']

const MEANINGS: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
  204: 'Done; the answer has no body.',
  503: 'The service is temporarily unavailable.',
}

const header = (description: string, schema: Json = { type: 'string' }): Json => ({
  description,
  schema,
})
const reference = (name: string): Json => ({ $ref: `#/components/headers/${name}` })

/** The headers of answers, by the names under which responses refer to them. */
export function responseHeaders(brand: string): Json {
  const pattern = `^${brand}\\.v[1-4]$`
  return {
    [markerName(brand)]: header('The version and format of the answer.', {
      type: 'string',
      pattern,
    }),
    'X-Request-Id': header('Identifies this request in the log.', {
      type: 'string',
      pattern: '^[0-9a-f]{32}$',
    }),
    Location: header('Path of the created object.'),
    'Retry-After': header('Seconds to wait before retrying.', { type: 'integer', minimum: 1 }),
    RateLimit: header(
      'Remaining requests of the key: `"key";r=199;t=1`. Sent where rates are limited.',
    ),
    'RateLimit-Policy': header(
      'How many requests a key may send in how many seconds: `"key";q=200;w=2`.',
    ),
    'WWW-Authenticate': header('Always `Bearer`.', { const: 'Bearer' }),
    'Dry-Run': header('Nothing was stored.', { const: 'true' }),
    'Idempotent-Replayed': header(
      'The stored answer to this `Idempotency-Key`; nothing was executed again.',
      { const: 'true' },
    ),
  }
}

/** Every response of a route. */
export function responsesOf(route: Route, components: Components, brand: string): Json {
  const always = [markerName(brand), 'X-Request-Id']
  const responses: Json = {}
  for (const [status, schema] of Object.entries(answersOf(route))) {
    const names = [...always]
    if (status === '201' || status === '202') names.push('Location')
    if (status === '503') names.push('Retry-After')
    if (isWrite(route)) names.push('Idempotent-Replayed')
    if (route.dryRun === true && status === '200') names.push('Dry-Run')
    if (isKeyed(route)) names.push('RateLimit', 'RateLimit-Policy')
    responses[status] = {
      description: MEANINGS[status] ?? 'Done.',
      headers: headersOf(names),
      ...(schema === null ? {} : { content: contentOf(components.add(schema), route) }),
    }
  }
  const byStatus = Map.groupBy(codesOf(route), (code) => errorCatalogue[code].status)
  for (const status of [...byStatus.keys()].sort((a, b) => a - b)) {
    // The route describes its own additions to the envelope.
    if (String(status) in responses) continue
    const response = errorResponse(byStatus.get(status) ?? [], components, always)
    responses[status] = components.addResponse(String(status), response)
  }
  const others = errorResponse(transportCodes, components, always)
  responses.default = components.addResponse('default', others)
  return responses
}

/** The answers of a dry run: the same with its effects, or only those. */
function answersOf(route: Route): Route['doc']['answers'] {
  const { doc, dryRun } = route
  if (dryRun !== true) return doc.answers
  const approval = isLender(route) ? route.approval : undefined
  // The lender's acts on a loan alone are a store's own.
  const isOfOrder = approval === undefined && (!isLender(route) || route.path.includes(':loanId'))
  const effects = {
    effects: isOfOrder ? EffectsAnswer : LenderEffectsAnswer,
    ...(approval === undefined ? {} : { approval: ApprovalNeedAnswer }),
  }
  const whose = isOfOrder ? '' : 'Lender'
  const alone = closed(effects, { $id: `${whose}DryRun` })
  const answers: Record<string, TSchema | null> = {}
  for (const [status, schema] of Object.entries(doc.answers)) {
    if (status === '202') {
      answers[status] = schema
      continue
    }
    if (schema === null) {
      const beside = answers['200']
      Object.assign(answers, { [status]: null, 200: beside ? Type.Union([beside, alone]) : alone })
      continue
    }
    const { $id: name, properties } = recordOf(schema)
    const tried = closed({ ...recordOf(properties), ...effects }, { $id: `${whose}${name}DryRun` })
    answers[status] = Type.Union([schema, tried])
  }
  return answers
}

function headersOf(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, reference(name)]))
}

/** An open route answers JSON, whatever the Accept. */
function contentOf(schema: Json, route?: Route): Json {
  const own = route?.doc.mediaType
  if (own !== undefined) return { [own]: { schema } }
  const types = route?.access.kind === 'open' ? MEDIA_TYPES.slice(0, 1) : MEDIA_TYPES
  return Object.fromEntries(types.map((type) => [type, { schema }]))
}

/** One status with each of its codes and the message that comes with it. */
function errorResponse(
  codes: readonly ErrorCode[],
  components: Components,
  always: readonly string[],
): Json {
  const entries = codes.map((code): readonly [string, ErrorEntry] => [code, errorCatalogue[code]])
  const status = entries[0]?.[1].status
  const names = [...always]
  if (status === 401) names.push('WWW-Authenticate')
  if (status === 429 || status === 503) names.push('Retry-After')
  const narrowed = { error: { type: 'object', properties: { code: { enum: codes } } } }
  const schema = {
    allOf: [components.add(ErrorAnswer), { type: 'object', properties: narrowed }],
  }
  return {
    description: entries
      .map(([code, { message, remedy }]) => `- \`${code}\`: ${message}. ${remedy}`)
      .join('\n'),
    headers: headersOf(names),
    content: contentOf(schema),
  }
}

/** The OpenAPI 3.1 document: a pure function of the route table, the brand and the address. */
import { limits } from '@svc/api'
import type { Route } from '../../tenancy/caller/route.ts'
import { introduction } from './info.ts'
import { operationOf, templateOf } from './operation.ts'
import { responseHeaders } from './responses.ts'
import { Components, type Json } from './schema.ts'
import { type Tag, tagOf, tags } from './tags.ts'
import { webhookParameters, webhooksOf } from './webhooks.ts'

export type OpenApiDocument = {
  readonly openapi: string
  readonly info: { readonly description: string } & Json
  readonly tags: readonly Tag[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly webhooks: Readonly<Record<string, Json>>
  readonly components: Json
} & Json

export function openApiDocument(
  routes: readonly Route[],
  { brand, baseUrl }: { brand: string; baseUrl: string },
): OpenApiDocument {
  const components = new Components()
  const paths: Record<string, Record<string, Json>> = {}
  const described = routes.filter(({ page }) => page !== true)
  for (const route of described) {
    const path = templateOf(route.path)
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operationOf(route, components, brand)
  }
  const webhooks = webhooksOf(components, brand)
  const used = new Set(described.map(tagOf))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Store financing API',
      version: '1.0.0',
      description: introduction(brand),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters: { ...parameters(brand), ...webhookParameters },
      headers: responseHeaders(brand),
      responses: components.responses,
      schemas: components.schemas,
    },
  }
}

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description })
const securitySchemes = {
  privateKey: bearer('A private key, `sk_…`: for servers.'),
  publicKey: bearer('A public key, `pk_…`: for pages.'),
  publicKeyInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'public-key',
    description: 'The public key in the query: a page that sends no header needs no preflight.',
  },
  lenderKey: bearer("A lender key, `lk_…`: for the lender's programs."),
  deskCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-desk',
    description: 'The session cookie of a person; over plain http it is named `desk`.',
  },
  checkoutToken: bearer('The token behind the `#` of `checkout_url`: for the buyer’s page.'),
}

function parameters(brand: string): Json {
  const vendor = `application/vnd.${brand}`
  return {
    Accept: {
      name: 'Accept',
      in: 'header',
      description:
        `Mode, version and format: \`${vendor}[.sandbox].v1+json\`, or \`+xml\`. ` +
        'Absent: live, the latest version, JSON.',
      schema: { type: 'string' },
      example: `${vendor}.sandbox.v1+json`,
    },
    StoreId: {
      name: 'Store-Id',
      in: 'header',
      description: 'Id of the store, for requests with a session cookie. Ignored with a key.',
      schema: { type: 'string' },
    },
    DryRun: {
      name: 'dry_run',
      in: 'query',
      description: 'Returns the effects without storing anything.',
      schema: { type: 'boolean', default: false },
    },
    AcceptLanguage: {
      name: 'Accept-Language',
      in: 'header',
      description: 'Language of `error.message`: Spanish or English; defaults to English.',
      schema: { type: 'string', examples: ['es-ES, es;q=0.9, en;q=0.8'] },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Makes retries safe: the request is executed once.',
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: limits.idempotencyKeyMax,
        pattern: '^[\\x20-\\x7e]+$',
      },
    },
  }
}

/** One route as an operation of the document. */
import { Type } from '@svc/api'
import { scopeFor } from '../../model/staff/roles.ts'
import { FORM } from '../../platform/http/body.ts'
import type { DeskAccess, LenderAccess } from '../../tenancy/caller/access.ts'
import { hasErrorsForBuyers } from '../../tenancy/caller/language.ts'
import type { Route } from '../../tenancy/caller/route.ts'
import { isWrite } from './codes.ts'
import { examples } from './examples.ts'
import { listParameters } from './list-parameters.ts'
import { responsesOf } from './responses.ts'
import type { Components, Json } from './schema.ts'
import { tagOf } from './tags.ts'

const parameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

/** `/orders/:orderId` as the standard writes it. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

const IDS: Readonly<Record<string, string>> = {
  orderId:
    "The service's id of the order, or the store's own (`mid`), which names the newest order " +
    'with it that did not end `ko`.',
  checkoutId: 'Id of the checkout.',
  captureId: 'Id of the capture.',
  campaignId: 'Id of the campaign.',
  paymentId: 'Id of the commercial transaction.',
  payoutId: 'Id of the payout.',
  articleId: "The store's id of the article.",
  webhookId: 'Id of the webhook.',
  deliveryId: 'Id of the delivery.',
  notificationId: 'Id of the notification, `msg_…`.',
  document:
    'The kind of document with `.html`: `pre_contract.html`, `agreement.html`, ' +
    '`statement.html` or `withdrawal_form.html`.',

  staffId: 'Id of the person.',
  job: 'Name of the job.',
  failure: 'Id of the failure.',
  type: 'Type of the event, such as `order.captured`.',
  merchantId: 'Id of the store that the key belongs to.',
}

/** `creditorId` is described as `Id of the creditor.` */
function describe(name: string): string {
  const of = /^(\w+)Id$/.exec(name)?.[1]
  return of === undefined ? `The ${name}.` : `Id of the ${of}.`
}

export function operationOf(route: Route, components: Components, brand: string): Json {
  const { path, access, doc, body } = route
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const parameters: Json[] = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    description: IDS[name] ?? describe(name),
    schema: { type: 'string' },
  }))
  const isFile = doc.mediaType !== undefined
  const listed = doc.list === undefined ? {} : listParameters(doc.list, isFile)
  const query = { ...doc.query, ...listed }
  for (const [name, schema] of Object.entries(query)) {
    const { description, ...rest } = components.add(schema)
    const required = !Type.IsOptional(schema) && !('default' in schema)
    parameters.push({ name, in: 'query', required, description, schema: rest })
  }
  if (access.kind !== 'open') parameters.push(parameter('Accept'))
  if (access.kind === 'private') parameters.push(parameter('StoreId'))
  if (hasErrorsForBuyers(route)) parameters.push(parameter('AcceptLanguage'))
  if (isWrite(route)) parameters.push(parameter('IdempotencyKey'))
  if (route.dryRun === true) parameters.push(parameter('DryRun'))
  return {
    operationId: doc.operation,
    summary: doc.summary,
    description: accessText(route),
    tags: [tagOf(route)],
    security: securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(route, components) }),
    responses: responsesOf(route, components, brand),
  }
}

function requestBodyOf(
  { body = {}, bodyOptional, takes, doc }: Route,
  components: Components,
): Json {
  const example = examples[doc.operation]
  const media = {
    schema: components.add(body),
    ...(example === undefined ? {} : { examples: { main: { value: example } } }),
  }
  const type = takes === FORM ? FORM : 'application/json'
  return { required: bodyOptional !== true, content: { [type]: media } }
}

function securityOf({ access, method }: Route): Json[] {
  if (access.kind === 'open') return []
  if (access.kind === 'buyer') return [{ checkoutToken: [] }]
  if (access.kind === 'lender') return [{ lenderKey: scopesFor(access) }]
  if (access.kind === 'desk') return access.session === 'none' ? [] : [{ deskCookie: [] }]
  if (access.kind === 'public') {
    const inQuery = method === 'GET' ? [{ publicKeyInQuery: [] }] : []
    return [{ publicKey: [] }, ...inQuery, { privateKey: [] }]
  }
  const own = { privateKey: access.scope === null ? [] : [access.scope] }
  if (access.kind === 'browser') return [own, { publicKey: [] }]
  return access.peopleOnly === true ? [{ deskCookie: [] }] : [own, { deskCookie: [] }]
}

function deskText({ session, byProvider, stepUp, permission }: DeskAccess): string {
  if (byProvider === true)
    return 'For the identity provider, whose `logout_token` proves who sends it.'
  if (session === 'none')
    return 'For the desk’s own pages: requires `Origin` to be BASE_URL, and `X-Desk: 1`.'
  const right = permission === undefined ? '' : ` with the permission \`${permission}\``
  const fresh = stepUp === true ? ' who has confirmed with a factor in the last 5 minutes' : ''
  return `Requires the session of a person${right}${fresh}.`
}

/** Which callers have access, as a sentence. */
function accessText({ access, sandboxOnly }: Route): string {
  const sandbox = (sandboxOnly ?? false) !== false ? ' Sandbox only.' : ''
  if (access.kind === 'open') return `Requires no key.${sandbox}`
  if (access.kind === 'buyer') return `Requires the token of the checkout.${sandbox}`
  if (access.kind === 'lender') return lenderText(access)
  if (access.kind === 'desk') return deskText(access)
  if (access.kind === 'public') return `Requires a public or a private key.${sandbox}`
  const scope = access.scope === null ? '' : ` with the scope \`${access.scope}\``
  if (access.kind === 'private' && access.peopleOnly === true) {
    return `Requires a person's session, with the store in \`Store-Id\`.${sandbox}`
  }
  const own = `Requires a private key${scope}`
  if (access.kind === 'private') {
    return `${own}, or a person's session with the store in \`Store-Id\`.${sandbox}`
  }
  return `${own}, or a public key if the store has enabled \`browser_checkout\`.${sandbox}`
}

const scopesFor = ({ permission }: LenderAccess): string[] => {
  const scope = scopeFor(permission)
  return scope === undefined ? [] : [scope]
}

function lenderText(access: LenderAccess): string {
  const { permission } = access
  if (permission === 'own:read') return 'Requires a person of the lender or a lender key.'
  const [scope] = scopesFor(access)
  const key = scope === undefined ? 'keys cannot have it' : `keys need the scope \`${scope}\``
  return `Requires the permission \`${permission}\`; ${key}.`
}

/** A request of each operation as somebody may send it to the sandbox. */
import type { SampleRequest } from '@svc/api'
import { isRecord, recordOf } from '@svc/api'
import { recordAt, recordsOf } from '../../../platform/narrow.ts'
import type { OpenApiDocument } from '../document.ts'
import type { Json } from '../schema.ts'

export type Operation = { readonly method: string; readonly path: string; readonly of: Json }

/** What stands for a key or an id; ids are as long as real ones. */
const KEYS: Readonly<Record<string, string>> = {
  privateKey: 'sk_your_private_key',
  publicKey: 'pk_your_public_key',
  checkoutToken: 'token_of_the_checkout',
}
const ID = '0123456789abcdef0123456789abcdef'
const VALUES: Readonly<Record<string, string>> = {
  orderId: 'order-1001',
  articleId: 'bike-7',
  paymentId: 'payment-1',
  notificationId: `msg_${ID}`,
  document: 'agreement.html',
  type: 'order.captured',
  amount: '45000',
  amounts: '45000,120050',
  currency: 'EUR',
  from: '2026-11-01',
  to: '2026-11-30',
}

export function sampleRequest(
  { method, path, of }: Operation,
  { servers, components }: OpenApiDocument,
): SampleRequest {
  const parameters = recordsOf(of.parameters).map((each) => resolved(each, components))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? ID)
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required === true)
    .map(({ name }) => `${name}=${encodeURIComponent(VALUES[String(name)] ?? '')}`)
  const search = query.length === 0 ? '' : `?${query.join('&')}`
  const [server] = recordsOf(servers)
  const { url = '' } = recordOf(server)
  return {
    method: method.toUpperCase(),
    url: `${url}${filled}${search}`,
    headers: headersOf(of, parameters),
    ...bodyOf(of),
  }
}

export function resolved(parameter: Json, components: Json): Json {
  const name = /^#\/components\/parameters\/(.+)$/.exec(String(parameter.$ref))?.[1]
  return name === undefined ? parameter : recordAt(components.parameters, name)
}

function headersOf({ security, operationId }: Json, parameters: readonly Json[]) {
  const [scheme] = recordsOf(security).flatMap(Object.keys)
  const accept = parameters.find(({ name }) => name === 'Accept')
  const isWrite = parameters.some(({ name }) => name === 'Idempotency-Key')
  return {
    ...(scheme === undefined ? {} : { Authorization: `Bearer ${KEYS[scheme]}` }),
    ...(accept === undefined ? {} : { Accept: String(accept.example) }),
    ...(isWrite ? { 'Idempotency-Key': `${operationId}-1` } : {}),
  }
}

function bodyOf({ requestBody }: Json): { body?: unknown } {
  const { main } = recordAt(requestBody, 'content', 'application/json', 'examples')
  return isRecord(main) ? { body: main.value } : {}
}

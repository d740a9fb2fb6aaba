/** A request for an operation of the OpenAPI document, as somebody may send it to the sandbox. */
import { type Fields, isRecord, recordAt, recordOf, recordsOf } from './records.ts'
import type { SampleRequest } from './samples.ts'

export type Operation = { readonly method: string; readonly path: string; readonly of: Fields }

/** The parts of the document from which a request is built. */
type Described = { readonly servers?: unknown; readonly components?: unknown }

/** The values entered; for others the document's examples are used. */
type Filled = {
  /** Of parameters in the path, by their names. */
  readonly values?: Readonly<Record<string, string>>
  /** Instead of the required parameters of the query. */
  readonly query?: string
  readonly body?: unknown
}

/** Placeholders for a key and an id; ids are as long as real ones. */
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

/** The value of a path parameter without an entered one. */
const exampleOf = (name: string): string => VALUES[name] ?? ID

export function sampleRequest(
  { method, path, of }: Operation,
  { servers, components }: Described,
  filled: Filled = {},
): SampleRequest {
  const parameters = recordsOf(of.parameters).map((each) => resolved(each, components))
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(filled.values?.[name] || exampleOf(name))
  })
  const query = parameters
    .filter(({ in: where, required }) => where === 'query' && required === true)
    .map(({ name }) => `${name}=${encodeURIComponent(VALUES[String(name)] ?? '')}`)
  const search = filled.query ?? query.join('&')
  const [server] = recordsOf(servers)
  const { url = '' } = recordOf(server)
  return {
    method: method.toUpperCase(),
    url: `${url}${place}${search === '' ? '' : `?${search}`}`,
    headers: headersOf(of, parameters),
    ...('body' in filled ? { body: filled.body } : bodyOf(of)),
  }
}

export function resolved(parameter: Fields, components: unknown): Fields {
  const name = /^#\/components\/parameters\/(.+)$/.exec(String(parameter.$ref))?.[1]
  return name === undefined ? parameter : recordAt(components, 'parameters', name)
}

function headersOf({ security, operationId }: Fields, parameters: readonly Fields[]) {
  const [scheme] = recordsOf(security).flatMap(Object.keys)
  const accept = parameters.find(({ name }) => name === 'Accept')
  const isWrite = parameters.some(({ name }) => name === 'Idempotency-Key')
  return {
    ...(scheme === undefined ? {} : { Authorization: `Bearer ${KEYS[scheme]}` }),
    ...(accept === undefined ? {} : { Accept: String(accept.example) }),
    ...(isWrite ? { 'Idempotency-Key': `${operationId}-1` } : {}),
  }
}

export function bodyOf({ requestBody }: Fields): { body?: unknown } {
  const { main } = recordAt(requestBody, 'content', 'application/json', 'examples')
  return isRecord(main) ? { body: main.value } : {}
}

/** A client for a store's server, typed by the schemas that the service checks and answers with. */
import type { Answered } from '../schemas/answers.ts'
import type { TSchema } from '../schemas/common.ts'
import type { OrderEdit } from '../schemas/orders.ts'
import { type Operation, type OperationName, operations } from './operations.ts'
import { send } from './send.ts'
import type { ClientSettings } from './settings.ts'

type Query = Readonly<Record<string, string | number | boolean | undefined>>

type Options = {
  /**
   * Makes a write take effect once, however often it is sent. The default is a new key for each
   * call, which covers the retries of this call. Pass your own to repeat a call after a crash.
   */
  readonly idempotencyKey?: string
  /** Filters and pages of a list, or `dry_run` of a write. */
  readonly query?: Query
  readonly signal?: AbortSignal
}

/** The placeholders of a path: of `/orders/:orderId/captures`, `orderId`. */
type Placeholder<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? Name | Placeholder<`/${Further}`>
    : Rest
  : never

/** Null in an edit means the default (RFC 7396). */
type Bodies = { readonly editOrder: { readonly order: OrderEdit } }

type BodyOf<Name extends OperationName> = Name extends keyof Bodies
  ? Bodies[Name]
  : (typeof operations)[Name] extends { readonly body: infer Body extends TSchema }
    ? Answered<Body>
    : never

type Input<Name extends OperationName> = Readonly<
  Record<Placeholder<(typeof operations)[Name]['path']>, string>
> &
  ([BodyOf<Name>] extends [never] ? unknown : { readonly body: BodyOf<Name> }) &
  Options

type Output<Name extends OperationName> = (typeof operations)[Name]['answer'] extends infer Answer
  ? Answer extends TSchema
    ? Answered<Answer>
    : undefined
  : never

/** The argument is optional if none of its members is required. */
type Call<Name extends OperationName> =
  Options extends Input<Name>
    ? (input?: Input<Name>) => Promise<Output<Name>>
    : (input: Input<Name>) => Promise<Output<Name>>

export type Client = { readonly [Name in OperationName]: Call<Name> }

/**
 * ```ts
 * const svc = createClient({ baseUrl, privateKey, mode: 'sandbox' })
 * await svc.captureOrder({ orderId: 'order-1', body: { amount: 30_000 } })
 * ```
 *
 * Every call throws `SvcError` for an error of the service and `SvcConnectionError` where there is
 * no answer.
 */
export function createClient(settings: ClientSettings): Client {
  const calls = Object.entries(operations).map(([name, operation]) => [
    name,
    (input: Untyped = {}) => call(settings, operation, input),
  ])
  // The operations are typed individually above; a table of functions cannot be.
  return Object.fromEntries(calls) as Client
}

type Untyped = Options & { readonly body?: unknown } & Readonly<Record<string, unknown>>

async function call(settings: ClientSettings, { method, path }: Operation, input: Untyped) {
  const { body, idempotencyKey, query = {}, signal } = input
  const target = path.replace(/:(\w+)/g, (_all, name: string) => segmentOf(name, input[name]))
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(pairs).toString()
  return send(settings, {
    method,
    path: search === '' ? target : `${target}?${search}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(method === 'GET' ? {} : { idempotencyKey: idempotencyKey ?? crypto.randomUUID() }),
    ...(signal === undefined ? {} : { signal }),
  })
}

/** A missing id, `.` or `..` would address another resource. */
function segmentOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new TypeError(`${name} is missing`)
  return encodeURIComponent(value)
}

type Paged<Item> = {
  readonly cursor: { readonly after: number | null }
  readonly results: readonly Item[]
}

/**
 * All results of a list, fetched page by page: `for await (const order of allOf(svc.listOrders, {
 * query: { status: 'processing' } }))`.
 */
export async function* allOf<Item>(
  list: (input: Options) => Promise<Paged<Item>>,
  { query, ...options }: Options = {},
): AsyncGenerator<Item, void, undefined> {
  for (let page: number | null = 1; page !== null; ) {
    const { cursor, results } = await list({ ...options, query: { ...query, page } })
    yield* results
    page = cursor.after
  }
}

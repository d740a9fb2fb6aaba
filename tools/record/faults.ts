/** Mistakes of callers, each in an otherwise valid request. */
import type { Random } from '../simulate/random.ts'
import type { Draft } from './requests.ts'

type Fault = (draft: Draft, random: Random) => void

const ACCEPTS = [
  ...['text/html', 'application/vnd.svc.v9+json', 'application/pdf', '*/*', 'application/xml'],
  ...['application/vnd.svc.sandbox.v1+json;q=0', 'application/vnd.other.v1+json', 'nonsense'],
  ...['application/json;q=0.1, application/vnd.svc.sandbox.v1+xml', 'application/vnd.svc.v3+json'],
]
const TYPES = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'json']
const BODIES = [
  ...['{', '', '[]', 'null', '"text"', '{"order":', '{"amount":1e400}', '{"amount":1,"amount":2}'],
  ...['{"amount":-1}', '{"amount":"12.50"}', '{"amount":1.5}', '{"amount":99999999999999999999}'],
  ...['\u0000', '{"__proto__":{"a":1}}', '{"amount":"100"}', '[[[[[[[[[[]]]]]]]]]]'],
]
const PATHS = [
  ...['/nothing', '/orders/', '/orders//captures', '/v1/orders', '/v9/orders', '/ORDERS'],
  ...['/orders/%zz', '/orders/%00', '/checkout/..%2f', '/docs/nothing', '/me/nothing'],
]
const KEYS = ['Bearer nobody', 'Basic YTpi', 'Bearer', 'Bearer  ', '']
const VALUES: readonly unknown[] = [
  null,
  -1,
  0,
  1.5,
  '',
  'x'.repeat(300),
  [],
  {},
  true,
  '2026-13-01',
]

const setPath: Fault = (draft, random) => {
  draft.path = random.pick(PATHS)
}
const setValue: Fault = (draft, random) => {
  const { body } = draft
  if (typeof body !== 'object' || body === null) return setPath(draft, random)
  const tree = structuredClone(body) as Record<string, unknown>
  const name = random.pick(Object.keys(tree).concat('unknown'))
  const below = tree[name]
  if (typeof below === 'object' && below !== null && random.chance(0.7)) {
    const inner = random.pick(Object.keys(below).concat('unknown'))
    ;(below as Record<string, unknown>)[inner] = random.pick(VALUES)
  } else tree[name] = random.pick(VALUES)
  draft.body = tree
}
const dropMember: Fault = (draft, random) => {
  const { body } = draft
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return setPath(draft, random)
  }
  const { [random.pick(Object.keys(body).concat(''))]: _dropped, ...rest } = body as {
    [name: string]: unknown
  }
  draft.body = rest
}

/** By kind and frequency. */
const faults: Readonly<Record<string, readonly [weight: number, fault: Fault]>> = {
  key: [
    3,
    ({ headers }, random) => {
      headers.authorization = random.pick(KEYS)
    },
  ],
  noKey: [
    2,
    ({ headers }) => {
      delete headers.authorization
    },
  ],
  accept: [
    5,
    ({ headers }, random) => {
      headers.accept = random.pick(ACCEPTS)
    },
  ],
  type: [
    2,
    ({ headers }, random) => {
      headers['content-type'] = random.pick(TYPES)
    },
  ],
  method: [
    3,
    (draft, random) => {
      draft.method = random.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'GET', 'POST'])
    },
  ],
  path: [3, setPath],
  id: [
    4,
    (draft, random) => {
      const id = random.pick(['0'.repeat(32), 'nobody', '%20', 'x'.repeat(300), 'F'.repeat(32)])
      draft.path = draft.path.replace(/[0-9a-f]{32}/, id)
    },
  ],
  body: [
    5,
    (draft, random) => {
      draft.body = random.pick(BODIES)
      draft.headers['content-type'] = 'application/json'
    },
  ],
  value: [10, setValue],
  member: [5, dropMember],
  query: [
    3,
    (draft, random) => {
      draft.query = random.pick(['page=0', 'page_size=x', 'ordering=', '%zz', 'a=%00', 'dry_run=1'])
    },
  ],
  dryRun: [
    4,
    (draft) => {
      draft.query = 'dry_run=true'
    },
  ],
  idempotency: [
    2,
    ({ headers }, random) => {
      headers['idempotency-key'] = random.pick(['', 'x'.repeat(300), '\u00f1', 'a b'])
    },
  ],
  large: [
    0.3,
    (draft) => {
      draft.body = `{"note":"${'x'.repeat(1_200_000)}"}`
      draft.headers['content-type'] = 'application/json'
    },
  ],
}
const weights = Object.fromEntries(Object.entries(faults).map(([name, [weight]]) => [name, weight]))

export function spoil(draft: Draft, random: Random): void {
  faults[random.weighted(weights)]?.[1](draft, random)
}

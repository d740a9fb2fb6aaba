/** Random changes of a valid request: the same random numbers, the same change. */
import type { Route } from '../../packages/server/src/tenancy/caller/route.ts'
import type { Random } from '../simulate/random.ts'
import { accepts, headers, methods, spellings, texts, values } from './hostile.ts'
import type { FuzzRequest } from './requests.ts'

/** Raw text in a body, instead of a value. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Change = (request: FuzzRequest, random: Random, route: Route) => void

const LOOKUPS = [
  ...['exact', 'iexact', 'regex', 'iregex', 'contains', 'icontains', 'startswith', 'istartswith'],
  ...[
    'endswith',
    'iendswith',
    'in',
    'search',
    'year',
    'month',
    'week_day',
    'day',
    'hour',
    'isnull',
  ],
  ...['gt', 'gte', 'lt', 'lte', 'nothing'],
]
const DEEP = 40
const MANY = 600

/** The target of a change, and its frequency. */
const changes: Readonly<Record<string, readonly [weight: number, change: Change]>> = {
  replace: [30, (request, random) => changeNode(request, random, () => anyValue(random))],
  remove: [8, (request, random) => changeNode(request, random, () => undefined)],
  member: [12, addMember],
  twice: [4, (request, random) => changeNode(request, random, twice)],
  deeper: [4, (request, random) => changeNode(request, random, deeper)],
  longer: [5, (request, random) => changeNode(request, random, (node) => longer(node, random))],
  number: [
    8,
    (request, random) => changeNode(request, random, () => new Raw(random.pick(spellings))),
  ],
  body: [
    3,
    (request, random) => {
      request.body = anyValue(random)
    },
  ],
  segment: [12, changeSegment],
  slashes: [
    3,
    (request, random) => {
      request.path = random.pick(['//', '/v1', '/v2/', '/v9', '/./', '/%2e%2e', '']) + request.path
      if (random.chance(0.5)) request.path += random.pick(['/', '//', '/.', ';a=b', '%2f', '/%00'])
    },
  ],
  query: [16, addQuery],
  value: [10, changeQuery],
  method: [
    4,
    (request, random) => {
      request.method = random.pick(methods)
    },
  ],
  accept: [8, (request, random) => setHeader(request, 'Accept', random.pick(accepts))],
  header: [
    12,
    (request, random) => {
      const [name, value] = random.pick(headers)
      if (random.chance(0.6)) setHeader(request, name, value)
      else request.headers.push([name, value])
    },
  ],
  text: [
    5,
    (request, random) => request.headers.push([`X-${random.between(1, 9)}`, anyText(random)]),
  ],
  without: [
    3,
    (request, random) => {
      request.headers = request.headers.filter(() => random.chance(0.6))
    },
  ],
}
const weights = Object.fromEntries(
  Object.entries(changes).map(([name, [weight]]) => [name, weight]),
)

/** Changes the request in one to four ways. */
export function mutate(request: FuzzRequest, random: Random, route: Route): void {
  const times = random.weighted({ 1: 50, 2: 30, 3: 15, 4: 5 } as Record<string, number>)
  for (let time = 0; time < Number(times); time++) {
    changes[random.weighted(weights)]?.[1](request, random, route)
  }
}

function anyText(random: Random): string {
  const text = random.pick(texts)
  return random.chance(0.2) ? text + random.pick(texts) : text
}

function anyValue(random: Random): unknown {
  if (random.chance(0.15)) return new Raw(random.pick(spellings))
  return random.chance(0.5) ? anyText(random) : structuredClone(random.pick(values))
}

type Place = { readonly holder: Record<string, unknown>; readonly name: string }

/** Every position of a value in a tree. */
function placesIn(tree: unknown, collected: Place[] = []): Place[] {
  if (typeof tree !== 'object' || tree === null || tree instanceof Raw) return collected
  for (const name of Object.keys(tree)) {
    collected.push({ holder: tree as Record<string, unknown>, name })
    placesIn((tree as Record<string, unknown>)[name], collected)
  }
  return collected
}

function changeNode(request: FuzzRequest, random: Random, change: (node: unknown) => unknown) {
  const places = placesIn(request.body)
  if (places.length === 0) {
    if (request.body !== undefined) request.body = change(request.body)
    return
  }
  const { holder, name } = random.pick(places)
  const value = change(holder[name])
  if (value === undefined && !Array.isArray(holder)) delete holder[name]
  else holder[name] = value ?? null
}

const asText = (node: unknown): string => writeTree(node)
const twice = (node: unknown): Raw => new Raw(`{"a":${asText(node)},"a":${asText(node)}}`)
const deeper = (node: unknown): Raw =>
  new Raw(`${'[{"a":'.repeat(DEEP)}${asText(node)}${'}]'.repeat(DEEP)}`)

function longer(node: unknown, random: Random): unknown {
  const times = random.between(2, MANY)
  if (Array.isArray(node)) return Array.from({ length: times }, () => node[0] ?? 1)
  return typeof node === 'string' ? node.repeat(times) : Array(times).fill(node)
}

function addMember(request: FuzzRequest, random: Random): void {
  const holders = placesIn(request.body)
    .map(({ holder, name }) => holder[name])
    .filter((node) => typeof node === 'object' && node !== null && !(node instanceof Raw))
  const holder = random.pick([request.body, ...holders]) as Record<string, unknown> | undefined
  if (typeof holder !== 'object' || holder === null || holder instanceof Raw) return
  const known = ['meta', 'id', 'status', 'created', 'discount', 'tax_rate', 'description', 'phone']
  const name = random.chance(0.5) ? random.pick(known) : anyText(random)
  Object.defineProperty(holder, name, {
    value: anyValue(random),
    ...{ enumerable: true, configurable: true, writable: true },
  })
}

function changeSegment(request: FuzzRequest, random: Random): void {
  const segments = request.path.split('/')
  const raw = anyText(random)
  const text = random.chance(0.8) ? encodeURIComponent(raw.toWellFormed()) : raw
  segments[random.between(1, segments.length - 1)] = text
  request.path = segments.join('/')
}

function addQuery(request: FuzzRequest, random: Random, { doc }: Route): void {
  const properties = Object.keys(doc.list?.properties ?? doc.query ?? { page: '' })
  const times = random.chance(0.1) ? 30 : random.between(1, 3)
  for (let time = 0; time < times; time++) {
    const property = random.chance(0.9) ? random.pick(properties) : anyText(random)
    const name = random.chance(0.7) ? `${property}-${random.pick(LOOKUPS)}` : property
    request.query.push([name, anyText(random)])
  }
  if (random.chance(0.2)) request.query.push(['ordering', anyText(random)])
  if (random.chance(0.2)) request.query.push(['q', anyText(random)])
}

function changeQuery(request: FuzzRequest, random: Random): void {
  if (request.query.length === 0) request.query.push(['page', '1'])
  const [name] = random.pick(request.query)
  const index = request.query.findIndex(([each]) => each === name)
  request.query[index] = random.chance(0.8) ? [name, anyText(random)] : [anyText(random), 'x']
}

function setHeader(request: FuzzRequest, name: string, value: string): void {
  const others = request.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase())
  request.headers = [...others, [name, value]]
}

/** JSON of a tree that may contain raw text, and names that every object has. */
export function writeTree(node: unknown): string {
  if (node instanceof Raw) return node.text
  // Not `map`: one of its members may be called `constructor`.
  if (Array.isArray(node)) return `[${Array.from(node, writeTree).join(',')}]`
  if (typeof node === 'object' && node !== null) {
    const members = Object.entries(node).map(([key, value]) => `${quoted(key)}:${writeTree(value)}`)
    return `{${members.join(',')}}`
  }
  return typeof node === 'string' ? quoted(node) : (JSON.stringify(node) ?? 'null')
}

const quoted = (text: string): string => JSON.stringify(text)

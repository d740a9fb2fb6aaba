/** Who may import whom: the direction of imports keeps decisions free of storage and of HTTP. */
import { basename } from 'node:path'
import {
  type Import,
  importsOf,
  isCode,
  isKindOfRoute,
  isOperation,
  isRoutes,
  isStore,
  isTest,
  type Rule,
  type Source,
  verticalOf,
  WINGS,
  wingOf,
} from './tidy-sources.ts'

const SERVER = 'packages/server/src/'
const API = '@svc/api'

/** Domain files that decisions build on; each is held to the same rule as the decisions. */
const PURE_FILES = new Set(
  [
    'tenancy/api-keys/bounds.ts',
    'checkout/checkouts/allowed-pages.ts',
    'checkout/checkouts/card-number.ts',
    'model/people/document.ts',
    'checkout/checkouts/masking.ts',
    'checkout/checkouts/total.ts',
    'checkout/decisions/sentences.ts',
    'outbound/deliveries/delivery.ts',
    'outbound/endpoints/webhook.ts',
    'outbound/sending/message.ts',
    'outbound/sending/retry.ts',
    'kernel/details/details.ts',
    'model/stores/branding.ts',
    'model/stores/collection.ts',
    'model/stores/new-store.ts',
    'model/stores/standard-products.ts',
    'model/stores/store-account.ts',
  ].map((path) => SERVER + path),
)

const BELOW_RULES = new Set(
  [
    'platform/database/tables.ts',
    'platform/refusal.ts',
    'platform/time/calendar.ts',
    'platform/time/dates.ts',
    'platform/time/public-holidays.ts',
    'platform/network/public-address.ts',
    'platform/secrets/sealed-columns.ts',
  ].map((path) => SERVER + path),
)

/** `rules.ts`, `states.ts`, and the type that gives its vertical the name: `orders/order.ts`. */
function isPure(path: string): boolean {
  if (wingOf(path) === 'model') return true
  const vertical = verticalOf(path)
  if (vertical === undefined || isStore(path)) return false
  const name = basename(path, '.ts')
  return name === 'rules' || name === 'states' || `${name}s` === vertical || PURE_FILES.has(path)
}

/** Reports each import of the chosen files that is not allowed there. */
function findImports(
  sources: readonly Source[],
  chosen: (source: Source) => boolean,
  allowed: (edge: Import, source: Source) => boolean,
): string[] {
  return sources
    .filter((source) => isCode(source) && !isTest(source) && chosen(source))
    .flatMap((source) =>
      importsOf(source)
        .filter((edge) => !allowed(edge, source))
        .map(({ line, specifier }) => `${source.path}:${line}: imports ${specifier}`),
    )
}

function operationPaths(sources: readonly Source[]): Set<string> {
  return new Set(sources.filter(isOperation).map(({ path }) => path))
}

const routes: Rule = {
  name: 'routes import operations, inputs and docs of their own, views, http and refusals only',
  find: (sources) => {
    const operations = operationPaths(sources)
    return findImports(
      sources,
      (source) => isRoutes(source) && verticalOf(source.path) !== undefined,
      ({ target }, { path }) => {
        if (target === API || target.startsWith(`${SERVER}tenancy/caller/`)) return true
        if (target === `${SERVER}platform/refusal.ts` || basename(target) === 'view.ts') return true
        if (target.startsWith(`${SERVER}platform/http/`)) return true
        const isShared =
          isKindOfRoute(target) || /^(input|docs|checkout-service)\.ts$/.test(basename(target))
        return verticalOf(target) === verticalOf(path) && (isShared || operations.has(target))
      },
    )
  },
}

const operations: Rule = {
  name: 'an operation imports no other operation',
  find: (sources) => {
    const paths = operationPaths(sources)
    return findImports(sources, isOperation, ({ target }) => !paths.has(target))
  },
}

const pure: Rule = {
  name: 'rules, states and domain types import each other, refusals, days, the api, secrets',
  find: (sources) =>
    findImports(
      sources,
      ({ path }) => isPure(path),
      ({ target }) => target === API || BELOW_RULES.has(target) || isPure(target),
    ),
}

const stores: Rule = {
  name: 'a store imports no operation, no routes and no http',
  find: (sources) => {
    const paths = operationPaths(sources)
    return findImports(
      sources,
      ({ path }) => isStore(path),
      ({ target }) =>
        !paths.has(target) &&
        !target.startsWith(`${SERVER}platform/http/`) &&
        target !== `${SERVER}tenancy/caller/route.ts` &&
        !/(^|[/-])routes\.ts$/.test(target),
    )
  },
}

const api: Rule = {
  name: 'the api imports nothing from the server',
  find: (sources) =>
    findImports(
      sources,
      ({ path }) => path.startsWith('packages/api/'),
      ({ target }) => !target.startsWith('packages/server/') && !target.startsWith('@svc/server'),
    ),
}

/** Whatever the desk shows and does, others can as well. */
const desk: Rule = {
  name: 'the desk is a client of the API: it imports nothing from the server',
  find: (sources) =>
    findImports(
      sources,
      ({ path }) => path.startsWith('packages/desk/'),
      ({ target }) => !target.startsWith('packages/server/') && !target.startsWith('@svc/server'),
    ),
}

const browser: Rule = {
  name: 'of the api only the entry for receivers needs Node',
  find: (sources) =>
    findImports(
      sources,
      ({ path }) =>
        path.startsWith('packages/api/') && !path.startsWith('packages/api/src/webhooks/'),
      ({ target }) => !target.startsWith('node:') && !target.includes('/webhooks/'),
    ),
}

/** An example uses the service as any store does; the demo loads its shop if it is there. */
const examples: Rule = {
  name: 'examples import what stores do, and only the demo imports its shop',
  find: (sources) => [
    ...findImports(
      sources,
      ({ path }) => path.startsWith('packages/'),
      ({ target }, { path }) =>
        !target.startsWith('examples/') || path === `${SERVER}composition/demo/demo-shop.ts`,
    ),
    ...findImports(
      sources,
      ({ path }) => path.startsWith('examples/'),
      ({ target }) => /^(examples\/|node:|@svc\/api\/(client|webhooks)$)/.test(target),
    ),
  ],
}

/** Beside all others: what may be imported by the composition and by tests only. */
const APART = ['audit']

const wings: Rule = {
  name: 'no wing imports one above it, types included; the audit only what it reads with',
  find: (sources) =>
    findImports(
      sources,
      ({ path }) => wingOf(path) !== undefined,
      ({ target }, { path }) => {
        const [from, to] = [wingOf(path) ?? '', wingOf(target)]
        if (to === undefined || to === from || from === 'composition') return true
        if (APART.includes(to)) return false
        if (from === 'audit') return to !== 'composition'
        return WINGS.includes(from) && WINGS.indexOf(to) > WINGS.indexOf(from)
      },
    ),
}

/** The folder of a vertical or a foundation, within its wing. */
function folderOf(path: string): string | undefined {
  if (!path.startsWith(SERVER)) return undefined
  const parts = path.slice(SERVER.length).split('/')
  return parts.length < 3 ? undefined : parts.slice(0, 2).join('/')
}

/** A way round for each node that is reached again from itself: its first node is its last. */
function circlesOf(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const done = new Set<string>()
  const edge: string[][] = []
  const visit = (node: string, trail: readonly string[]): void => {
    const start = trail.indexOf(node)
    if (start >= 0) edge.push([...trail.slice(start), node])
    if (start >= 0 || done.has(node)) return
    for (const target of graph.get(node) ?? []) visit(target, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return edge
}

const folders: Rule = {
  name: 'folders of the server import each other in no circle, types included',
  find: (sources) => {
    const arrows = new Map<string, Map<string, string[]>>()
    for (const source of sources.filter((each) => isCode(each) && !isTest(each))) {
      const from = folderOf(source.path)
      if (from === undefined || APART.includes(wingOf(source.path) ?? '')) continue
      const ofFolder = arrows.get(from) ?? new Map<string, string[]>()
      arrows.set(from, ofFolder)
      for (const { target, line, specifier } of importsOf(source)) {
        const to = folderOf(target)
        if (to === undefined || to === from) continue
        const edge = `${source.path}:${line}: imports ${specifier}`
        ofFolder.set(to, [...(ofFolder.get(to) ?? []), edge])
      }
    }
    const graph = new Map([...arrows].map(([from, ofFolder]) => [from, ofFolder.keys()]))
    const steps = circlesOf(graph).flatMap((way) =>
      way.slice(1).flatMap((to, index) => arrows.get(way[index] ?? '')?.get(to) ?? []),
    )
    return [...new Set(steps)]
  },
}

const cycles: Rule = {
  name: 'imports go in no circle, types included',
  find: (sources) => {
    const targetsOf = (source: Source) => importsOf(source).map(({ target }) => target)
    const graph = new Map(sources.filter(isCode).map((source) => [source.path, targetsOf(source)]))
    return circlesOf(graph).map((way) => `${way[0]}: ${way.join(' → ')}`)
  },
}

export const importRules = {
  routes,
  operations,
  pure,
  stores,
  api,
  desk,
  browser,
  examples,
  wings,
  folders,
  cycles,
}

/** Who may import whom: the direction of imports keeps decisions free of storage and of HTTP. */
import { basename } from 'node:path'
import {
  type Import,
  importsOf,
  isCode,
  isOperation,
  isRoutes,
  isStore,
  isTest,
  type Rule,
  type Source,
  verticalOf,
} from './tidy-sources.ts'

const SERVER = 'packages/server/src/'
const API = '@svc/api'

/** Domain files that decisions build on; each is held to the same rule as the decisions. */
const PURE_FILES = new Set(
  [
    'api-keys/bounds.ts',
    'checkouts/card-number.ts',
    'checkouts/document.ts',
    'checkouts/masking.ts',
    'checkouts/total.ts',
    'decisions/limits.ts',
    'decisions/sentences.ts',
    'deliveries/delivery.ts',
    'details/details.ts',
    'financing/apr.ts',
    'financing/day-count.ts',
    'financing/discounting.ts',
    'financing/discounts.ts',
    'financing/fractions.ts',
    'financing/due-dates.ts',
    'financing/offers.ts',
    'financing/precise-exponential.ts',
    'financing/roots.ts',
    'financing/schedule.ts',
    'financing/terms.ts',
    'loans/apr-of-loan.ts',
    'loans/charge-back.ts',
    'loans/draft.ts',
    'loans/end.ts',
    'loans/falling-due.ts',
    'loans/interest.ts',
    'loans/open.ts',
    'loans/pay.ts',
    'loans/due-times.ts',
    'loans/reduce.ts',
    'loans/status.ts',
    'loans/time.ts',
    'loans/withdrawal.ts',
    'payouts/schedule.ts',
    'stores/branding.ts',
    'stores/collection.ts',
    'stores/new-store.ts',
    'stores/standard-products.ts',
    'stores/store-account.ts',
  ].map((path) => SERVER + path),
)

const BELOW_RULES = new Set(
  [
    'refusal.ts',
    'calendar.ts',
    'public-holidays.ts',
    'notifications/public-address.ts',
    'secrets/sealed-columns.ts',
  ].map((path) => SERVER + path),
)

/** `rules.ts`, `states.ts`, and the type that gives its vertical the name: `orders/order.ts`. */
function isPure(path: string): boolean {
  const vertical = verticalOf(path)
  if (vertical === undefined || isStore(path)) return false
  const name = basename(path, '.ts')
  return name === 'rules' || name === 'states' || `${name}s` === vertical || PURE_FILES.has(path)
}

/** Reports each import of the chosen files that is not allowed there. */
function findImports(
  sources: readonly Source[],
  chosen: (source: Source) => boolean,
  allowed: (found: Import, source: Source) => boolean,
): string[] {
  return sources
    .filter((source) => isCode(source) && !isTest(source) && chosen(source))
    .flatMap((source) =>
      importsOf(source)
        .filter((found) => !allowed(found, source))
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
        if (target === API || target === `${SERVER}context.ts`) return true
        if (target === `${SERVER}refusal.ts` || basename(target) === 'view.ts') return true
        if (target.startsWith(`${SERVER}http/`)) return true
        // What was committed before a request gets its place before the request is carried out.
        if (target === `${SERVER}events/place-events.ts`) return true
        const told = /^(input|docs)\.ts$/.test(basename(target))
        return verticalOf(target) === verticalOf(path) && (told || operations.has(target))
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
        !target.startsWith(`${SERVER}http/`) &&
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
  name: 'examples import the entry for receivers only, and only the demo imports its shop',
  find: (sources) => [
    ...findImports(
      sources,
      ({ path }) => path.startsWith('packages/'),
      ({ target }, { path }) =>
        !target.startsWith('examples/') || path === `${SERVER}demo/demo-shop.ts`,
    ),
    ...findImports(
      sources,
      ({ path }) => path.startsWith('examples/'),
      ({ target }) => /^(examples\/|node:|@svc\/api\/webhooks$)/.test(target),
    ),
  ],
}

/** Types are gone at run time, so they may refer to each other in a circle. */
const cycles: Rule = {
  name: 'imports go in no circle',
  find: (sources) => {
    const graph = new Map(
      sources
        .filter(isCode)
        .map((source) => [
          source.path,
          importsOf(source).flatMap(({ target, typeOnly }) => (typeOnly ? [] : [target])),
        ]),
    )
    const done = new Set<string>()
    const found: string[] = []
    const visit = (path: string, trail: readonly string[]): void => {
      const start = trail.indexOf(path)
      if (start >= 0) found.push(`${path}: ${[...trail.slice(start), path].join(' → ')}`)
      if (start >= 0 || done.has(path)) return
      for (const target of graph.get(path) ?? []) visit(target, [...trail, path])
      done.add(path)
    }
    for (const path of graph.keys()) visit(path, [])
    return found
  },
}

export const importRules = { routes, operations, pure, stores, api, browser, examples, cycles }

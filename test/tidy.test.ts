/** The repository tests itself. Every rule is first shown a violation that it has to find. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { CASTS_MAX, castRules } from './tidy-cast-rules.ts'
import { exportRules } from './tidy-export-rules.ts'
import { importRules } from './tidy-import-rules.ts'
import { type Rule, readSources, type Source } from './tidy-sources.ts'
import { textRules } from './tidy-text-rules.ts'
import { wordRules } from './tidy-word-rules.ts'
import { writtenRules } from './tidy-written-rules.ts'

const rules: Readonly<Record<string, Rule>> = {
  ...importRules,
  ...exportRules,
  ...textRules,
  ...castRules,
  ...wordRules,
  ...writtenRules,
}
const sources = readSources(join(import.meta.dirname, '..'))

const server = (path: string, ...lines: string[]): Source => ({
  path: `packages/server/src/${path}`,
  text: `${lines.join('\n')}\n`,
})
const many = (count: number, line = 'work()') => Array.from({ length: count }, () => line)
/** Put together, or it would count as a test of this file. */
const named = (name: string) => `${'test'}('${name}', () => {})`
const operation = server(
  'orders/captures/capture-order.ts',
  'export function captureOrder() {',
  '}',
)

type Case = { readonly planted: readonly Source[]; readonly fine: readonly Source[] }

/** For each rule: what it must find, once in each planted file, and what it must let pass. */
const cases: Readonly<Record<string, Case>> = {
  routes: {
    planted: [
      server('kernel/orders/routes.ts', "import { lockOrder } from './store.ts'"),
      server(
        'kernel/orders/buyer-routes.ts',
        "import { captureOrder } from '../../orders/captures/capture-order.ts'",
      ),
    ],
    fine: [
      operation,
      server('orders/captures/routes.ts', "import { captureOrder } from './capture-order.ts'"),
      server('orders/voids/routes.ts', "import type { Route } from '../../platform/http/route.ts'"),
    ],
  },
  operations: {
    planted: [
      server(
        'kernel/orders/cancel-order.ts',
        "import { voidOrder } from '../../orders/voids/void-order.ts'",
        'export async function cancelOrder() {}',
      ),
    ],
    fine: [
      server('orders/voids/void-order.ts', "import './store.ts'", 'export function voidOrder() {}'),
      server(
        'orders/voids/buyer-routes.ts',
        "import { voidOrder } from './void-order.ts'",
        'export function buyerRoutes() {}',
      ),
    ],
  },
  pure: {
    planted: [
      server(
        'kernel/orders/rules.ts',
        "import type { Row } from '../../platform/database/database.ts'",
      ),
      server('kernel/orders/states.ts', "import { lockOrder } from './store.ts'"),
      server(
        'orders/refunds/refund.ts',
        'import {',
        '  answer,',
        "} from '../../platform/http/route.ts'",
      ),
    ],
    fine: [
      server('orders/voids/rules.ts', "import type { Order } from '../../kernel/orders/order.ts'"),
    ],
  },
  stores: {
    planted: [
      server(
        'orders/refunds/store.ts',
        "import { captureOrder } from '../../orders/captures/capture-order.ts'",
      ),
      server('kernel/orders/list-store.ts', "import { orderRoutes } from './routes.ts'"),
      server('orders/voids/store.ts', "import { answer } from '../../platform/http/route.ts'"),
    ],
    fine: [
      operation,
      server(
        'orders/captures/store.ts',
        "import type { Order } from '../../kernel/orders/order.ts'",
      ),
    ],
  },
  api: {
    planted: [
      {
        path: 'packages/api/src/one.ts',
        text: "import { x } from '../../server/src/platform/ids.ts'\n",
      },
      { path: 'packages/api/src/two.ts', text: "export * from '@svc/server'\n" },
    ],
    fine: [{ path: 'packages/api/src/three.ts', text: "import { x } from './one.ts'\n" }],
  },
  desk: {
    planted: [
      {
        path: 'packages/desk/src/client/one.ts',
        text: "import { x } from '../../../server/src/platform/ids.ts'\n",
      },
      { path: 'packages/desk/src/two.tsx', text: "import('@svc/server')\n" },
    ],
    fine: [{ path: 'packages/desk/src/three.ts', text: "import type { A } from '@svc/api'\n" }],
  },
  browser: {
    planted: [
      { path: 'packages/api/src/one.ts', text: "import { createHmac } from 'node:crypto'\n" },
      { path: 'packages/api/src/index.ts', text: "export * from './webhooks/sign.ts'\n" },
    ],
    fine: [
      { path: 'packages/api/src/webhooks/sign.ts', text: "import 'node:crypto'\n" },
      { path: 'packages/api/src/one.test.ts', text: "import 'node:test'\n" },
    ],
  },
  examples: {
    planted: [
      server(
        'composition/demo/banner.ts',
        "import { x } from '../../../../../examples/shop/shop.ts'",
      ),
      server('main.ts', "await import('../../../examples/shop/shop.ts')"),
      { path: 'examples/shop/one.ts', text: "import { cents } from '@svc/api'\n" },
    ],
    fine: [
      { path: 'examples/shop/two.ts', text: "import { x } from '@svc/api/webhooks'\n" },
      server(
        'composition/demo/demo-shop.ts',
        "await import('../../../../../examples/shop/shop.ts')",
      ),
    ],
  },
  wings: {
    planted: [
      server('platform/ids.ts', "import type { Caller } from '../tenancy/caller/context.ts'"),
      server('kernel/orders/record.ts', "import { pay } from '../../credit/loans/pay.ts'"),
      server('checkout/checkouts/view.ts', "import { audit } from '../../audit/audit.ts'"),
      server('audit/audit.ts', "import { settings } from '../composition/settings.ts'"),
      server('attic/old.ts', "import { ids } from '../platform/ids.ts'"),
    ],
    fine: [
      server('main.ts', "import { audit } from './audit/audit.ts'"),
      server(
        'checkout/checkouts/rules.ts',
        "import type { Order } from '../../model/order/order.ts'",
      ),
      server('orders/voids/a.test.ts', "import '../../checkout/checkouts/rules.ts'"),
    ],
  },
  folders: {
    planted: [
      server('orders/voids/store.ts', "import type { Lapse } from '../lapses/lapse.ts'"),
      server('orders/lapses/store.ts', "import type { Void } from '../voids/void.ts'"),
      server('credit/one/a.ts', "import type { B } from '../two/b.ts'"),
      server('credit/two/b.ts', "import { c } from '../three/c.ts'"),
      server('credit/three/c.ts', "import type { A } from '../one/a.ts'"),
    ],
    fine: [
      server('orders/voids/rules.ts', "import type { Void } from './void.ts'"),
      server('orders/refunds/rules.ts', "import type { Void } from '../voids/void.ts'"),
      server('credit/four/d.ts', "import type { A } from '../one/a.ts'"),
    ],
  },
  cycles: {
    planted: [
      server('a.ts', "import { b } from './b.ts'"),
      server('c.ts', "import type { D } from './d.ts'"),
    ],
    fine: [
      server('b.ts', "export { a } from './a.ts'"),
      server('d.ts', "import type { C } from './c.ts'"),
      server('e.ts', "import type { C } from './c.ts'"),
    ],
  },
  exports: {
    planted: [
      server('a.ts', 'export type Unused = string', 'const text: Unused = 1'),
      server('b.ts', 'export function onlyTried() {}'),
    ],
    fine: [
      server('b.test.ts', "import { onlyTried } from './b.ts'", "import { part } from './c.ts'"),
      server('c.ts', 'export const part = 1', 'export const whole = part'),
      server('d.ts', "import { whole as all, type Kind } from './c.ts'"),
      server('e.ts', "const { late } = await import('./f.ts')"),
      server('f.ts', 'export const late = 1'),
      { path: 'packages/api/src/index.ts', text: 'export const all = 1\n' },
    ],
  },
  fixtures: {
    planted: [
      server('main.ts', "import { order } from '../../../test/fixtures/order.ts'"),
      server('cli.ts', "const { seed } = await import('../../../tools/seed.ts')"),
    ],
    fine: [server('a.test.ts', "import { order } from '../../../test/fixtures/order.ts'")],
  },
  technical: {
    planted: [server('orders/voids/void-order.ts', `Written.technically('lease', row)`)],
    fine: [server('outbound/seals/seal-stream.ts', `Written.technically('seal', row)`)],
  },
  sql: {
    planted: [
      server('kernel/orders/rows.ts', 'query(`', '  SELECT 1`)'),
      server('kernel/orders/one.ts', "query('insert into orders values (1)')"),
      server('kernel/orders/two.ts', 'query(`UPDATE orders AS o', '  SET version = 1`)'),
      server('kernel/orders/three.ts', 'query("delete from orders")'),
      server('model/stores/new-store.ts', 'query(`SELECT 1`)'),
      server('kernel/orders/four.ts', 'query(`WITH due AS (SELECT 1) TABLE due`)'),
    ],
    fine: [
      server('kernel/orders/store.ts', 'query(`SELECT 1`)'),
      server('kernel/orders/list-store.ts', 'query(`SELECT 1`)'),
      server('kernel/orders/five.ts', "say('with the order')", "say('update of the order')"),
    ],
  },
  linear: {
    planted: [server('platform/http/cookies.ts', 'export function readCookies(header: string) {}')],
    fine: [
      server('platform/http/dates.ts', 'export function readDates(text: string) {}'),
      server('platform/http/pages.ts', 'export function readPage(query: URLSearchParams) {}'),
      { path: 'test/linear.test.ts', text: 'const entries = { work: readDates }' },
    ],
  },
  lines: {
    planted: [server('a.ts', `// ${'x'.repeat(98)}`)],
    fine: [server('b.ts', `// ${'€'.repeat(97)}`, `import { a } from './${'a'.repeat(98)}.ts'`)],
  },
  files: {
    planted: [
      server('kernel/orders/routes.ts', ...many(151)),
      server('kernel/orders/edit-order.ts', 'export function editOrder() {}', ...many(100)),
      server('kernel/orders/view.ts', ...many(301)),
      server('kernel/orders/view.test.ts', ...many(601)),
    ],
    fine: [server('platform/time/dates.ts', ...many(300))],
  },
  functions: {
    planted: [server('a.ts', 'export async function long() {', ...many(69, '  work()'), '}')],
    fine: [server('b.ts', 'function short({', '  a,', '}: A) {', ...many(66), '}', ...many(70))],
  },
  names: {
    planted: [server('orderRules.ts'), server('order-manager.ts'), server('utils.ts')],
    fine: [server('platform/http/service.ts'), server('a-b.db.test.ts')],
  },
  environment: {
    planted: [server('kernel/orders/store.ts', 'const port = process.env.PORT')],
    fine: [server('main.ts', 'read(process.env)'), server('a.test.ts', 'process.env.A')],
  },
  chance: {
    planted: [
      server('kernel/orders/rules.ts', 'const at = new Date()'),
      server('kernel/orders/store.ts', 'const at = Date.now()'),
      server('kernel/orders/record.ts', 'const id = Math.random()'),
    ],
    fine: [
      server('platform/time/clock.ts', 'new Date()'),
      server('platform/time/dates.ts', 'new Date(text)'),
    ],
  },
  arithmetic: {
    planted: [
      server('kernel/orders/rules.ts', 'const half = amount / 2'),
      server('kernel/orders/view.ts', 'amount.toFixed(2)'),
      server('kernel/orders/edit-order.ts', 'export function editOrder() { Math.round(1.5) }'),
    ],
    fine: [
      server('orders/voids/rules.ts', '// a / b', "say('a / b')"),
      server('platform/time/dates.ts', 'a / b'),
    ],
  },
  compatibility: {
    planted: [
      server('platform/database/migrations/0002-a.sql', 'SELECT 1;'),
      server('platform/database/migrations/0026-a.sql', '-- compatible-from: 27', 'SELECT 1;'),
    ],
    fine: [
      server('platform/database/migrations/0001-a.sql', '-- compatible-from: 1', 'SELECT 1;'),
      server('platform/database/migrations/0027-a.sql', '-- compatible-from: 25', 'SELECT 1;'),
    ],
  },
  things: {
    planted: [
      server('a.ts', 'const found = 1'),
      server('b.ts', 'type Kept = string'),
      server('c.ts', 'list.map((asked) => asked)'),
      server('d.ts', 'const { told, at } = read()'),
    ],
    fine: [server('e.ts', '// It was found.', 'const foundation = "nothing found"')],
  },
  people: {
    planted: [
      server('a.ts', '// The buyer signs before he pays.'),
      { path: 'docs/guides/a.md', text: 'His card.' },
    ],
    fine: [
      server('b.ts', '// The buyer signs before they pay.', "const title = 'This, the, history'"),
    ],
  },
  unfinished: {
    planted: [server('a.ts', `// ${'TO'}${'DO'}: later`), server('b.ts', `// ${'FIX'}${'ME'}`)],
    fine: [server('c.ts', "const method = 'todo'")],
  },
  focused: {
    planted: [server('a.test.ts', `test.${'only'}('one', () => {})`)],
    fine: [server('b.test.ts', "test('only one', () => {})")],
  },
  erasable: {
    planted: [server('a.ts', 'enum State {}'), server('b.ts', 'export const enum State {}')],
    fine: [server('c.ts', '// enum State', 'if (schema.enum) {}')],
  },
  casts: {
    planted: [server('a.ts', 'const place = window as unknown as Place')],
    fine: [
      server('b.ts', '// as unknown as', 'const place = given as Place'),
      server('a.test.ts', 'const order = row as unknown as Order'),
    ],
  },
  castsWithoutReason: {
    planted: [
      server('a.ts', 'const place = given as Place'),
      server('b.tsx', 'return { ...parsed } as readonly Place[]'),
    ],
    fine: [
      server('c.ts', '// It was checked.', 'const place = given as Place'),
      server('d.ts', "import { a as b } from './a.ts'", "const c = ['x'] as const"),
      server('e.ts', "const text = 'as Place;'"),
      server('a.test.ts', 'const place = given as Place'),
    ],
  },
  tooMany: {
    planted: [server('a.ts', ...Array<string>(CASTS_MAX + 1).fill('const place = given as Place'))],
    fine: [server('a.test.ts', 'const place = given as Place')],
  },
  defaults: {
    planted: [server('a.ts', 'export default function main() {}')],
    fine: [{ path: 'tools/a.ts', text: 'export default 1\n' }],
  },
  testNames: {
    planted: [server('a.test.ts', named('one'), `${'test'}(`, "  'one',", '  () => {},', ')')],
    fine: [server('b.test.ts', named('one'), named('two'))],
  },
}

describe('a rule finds what it forbids', () => {
  for (const [key, rule] of Object.entries(rules)) {
    test(`self-check: ${rule.name}`, () => {
      const { planted, fine } = cases[key] ?? { planted: [], fine: [] }
      assert.notEqual(planted.length, 0, `no violation is planted for ${key}`)
      const violations = rule.find([...planted, ...fine])
      const places = violations.map((line) => line.slice(0, line.indexOf(':')))
      assert.deepEqual(places.sort(), planted.map(({ path }) => path).sort())
    })
  }
})

describe('the repository obeys its rules', () => {
  test('its sources are found', () => {
    const paths = new Set(sources.map(({ path }) => path))
    for (const path of ['package.json', 'test/tidy.test.ts', 'packages/server/src/main.ts']) {
      assert.ok(paths.has(path), path)
    }
  })
  for (const rule of Object.values(rules)) {
    test(rule.name, () => {
      const violations = rule.find(sources)
      assert.equal(
        violations.length,
        0,
        `${violations.length} violations:\n${violations.join('\n')}`,
      )
    })
  }
})

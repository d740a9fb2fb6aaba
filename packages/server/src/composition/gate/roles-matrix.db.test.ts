// Each role of the lender and of a store, on each route, in both modes: what the matrix of the
// description says, typed from there. A new route is added to its line.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Desk } from '../../../../../test/desk.ts'
import { checkDocumented } from '../../../../../test/documented.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { Route } from '../../tenancy/caller/route.ts'
import { allRoutes } from '../app.ts'

const LENDERS = ['support', 'collections', 'risk', 'finance', 'admin', 'auditor'] as const
const MEMBERS = ['store_owner', 'store_operator', 'store_viewer'] as const
const ROLES = [...LENDERS, ...MEMBERS]
type Role = (typeof ROLES)[number]

type Line = {
  /** `●` may, alone or with a second person; in the order of `ROLES`. */
  readonly cells: string
  readonly routes: readonly string[]
  /** In live mode the lender's to decide, or not there at all. */
  readonly live?: 'lender_only' | 'sandbox_only'
}

/** Routes of a store: people of the lender read, and never write. */
const OF_STORE: readonly Line[] = [
  {
    cells: '● ● ● ● ● ●  ● ● ●',
    routes: [
      ...['GET /orders', 'GET /orders/:orderId', 'GET /checkout/:checkoutId/status'],
      ...['GET /orders/:orderId/captures', 'GET /orders/:orderId/captures/:captureId/refunds'],
      ...['GET /orders/:orderId/void', 'GET /orders/:orderId/refund', 'GET /orders/:orderId/loan'],
      ...['GET /orders/:orderId/history', 'GET /orders/:orderId/notifications'],
      ...['GET /orders/:orderId/documents', 'GET /orders/:orderId/documents/:document'],
      'GET /me/api-log',
      ...['GET /me/events', 'GET /me/webhooks', 'GET /me/webhooks/:webhookId'],
      'GET /me/webhooks/:webhookId/deliveries',
      'GET /me/webhooks/:webhookId/deliveries/:deliveryId',
      ...['GET /me', 'GET /me/roles', 'GET /merchants/api-keys', 'GET /me/campaigns'],
      ...['GET /me/campaigns/:campaignId', 'GET /me/campaigns/:campaignId/articles'],
      ...[
        'GET /merchants/:merchantId/campaigns',
        'GET /merchants/:merchantId/campaigns/:campaignId',
      ],
      'GET /merchants/:merchantId/campaigns/:campaignId/articles',
    ],
  },
  { cells: '● ● ● ● ● ●  ● ● ●', live: 'sandbox_only', routes: ['GET /me/test-clock'] },
  { cells: '· · ● · · ●  ● ● ●', routes: ['GET /orders/:orderId/decisions'] },
  {
    cells: '· · ● ● · ●  ● ● ●',
    routes: [
      ...['GET /me/payments', 'GET /me/payments/:paymentId', 'GET /me/payouts'],
      ...['GET /me/payouts/:payoutId', 'GET /me/payouts/:payoutId/payments'],
      ...['GET /me/statement', 'GET /me/statement.csv'],
    ],
  },
  {
    cells: '· · · · · ·  ● ● ·',
    routes: [
      ...['PUT /orders/:orderId', 'PATCH /orders/:orderId', 'POST /orders/:orderId/cancel'],
      ...['POST /orders/:orderId/captures', 'POST /orders/:orderId/void'],
      ...['POST /orders/:orderId/refund', 'POST /orders/:orderId/refund-extended'],
      'POST /orders/:orderId/captures/:captureId/refunds',
      ...['POST /orders/:orderId/history', 'POST /checkout/offline'],
      'POST /orders/:orderId/notifications/:notificationId/replay',
      'POST /me/webhooks/:webhookId/deliveries/:deliveryId/replay',
      ...['POST /me/webhooks/:webhookId/recover', 'POST /me/webhooks/:webhookId/example'],
      ...['POST /me/webhooks', 'PATCH /me/webhooks/:webhookId', 'DELETE /me/webhooks/:webhookId'],
      'POST /me/webhooks/:webhookId/rotate',
    ],
  },
  {
    cells: '· · · · · ·  ● ● ·',
    live: 'sandbox_only',
    routes: ['POST /sandbox/checkouts/:checkoutId/complete', 'POST /sandbox/events/:type'],
  },
  {
    cells: '· · · · · ·  ● · ·',
    live: 'lender_only',
    routes: [
      ...['POST /orders/:orderId/loan/payments', 'POST /orders/:orderId/loan/charge-backs'],
      ...['POST /orders/:orderId/loan/early-repayment', 'POST /orders/:orderId/loan/withdrawal'],
      ...['POST /orders/:orderId/decisions/:decisionId/review', 'POST /me/payouts'],
    ],
  },
  {
    cells: '· · · · · ·  ● · ·',
    routes: [
      ...['PATCH /me', 'POST /me/notification-secret', 'POST /me/api-keys'],
      ...['POST /me/api-keys/:keyId/rotate', 'DELETE /me/api-keys/:keyId'],
      ...['POST /me/api-keys/revoke-all', 'POST /me/requests'],
      ...['POST /me/staff', 'PATCH /me/staff/:staffId', 'DELETE /me/staff/:staffId'],
      ...['/me', '/merchants/:merchantId'].flatMap((of) => [
        ...[`POST ${of}/campaigns`, `PUT ${of}/campaigns/:campaignId`],
        ...[`PATCH ${of}/campaigns/:campaignId`, `DELETE ${of}/campaigns/:campaignId`],
        ...['POST', 'DELETE'].map((method) => `${method} ${of}/campaigns/:campaignId/articles`),
        `DELETE ${of}/campaigns/:campaignId/articles/:articleId`,
      ]),
    ],
  },
  { cells: '· · · · · ·  ● · ·', live: 'sandbox_only', routes: ['POST /me/test-clock'] },
  { cells: '· · · · ● ●  ● · ·', routes: ['GET /me/staff'] },
  { cells: '● ● ● ● ● ●  ● · ·', routes: ['GET /me/api-keys', 'GET /me/api-keys/:keyId'] },
]

const figure = (name: string) => `GET /lender/figures/${name}`

/** Routes of the lender: people of stores have nothing there but themselves. */
const OF_LENDER: readonly Line[] = [
  {
    cells: '● ● ● ● ● ●  ● ● ●',
    routes: ['GET /lender/me', 'GET /lender/me/sessions', 'GET /lender/me/factors'],
  },
  {
    cells: '● ● ● ● ● ●  · · ·',
    routes: [
      ...['GET /lender/roles', 'GET /lender/approval-policy', 'GET /lender/stores'],
      'GET /lender/approval-policy/versions',
      ...['GET /lender/me/today', 'GET /lender/me/views'],
      ...['GET /lender/stores/:storeId', 'GET /lender/stores/:storeId/keys', 'GET /lender/orders'],
      ...['GET /lender/orders/:orderId', 'GET /lender/orders/:orderId/timeline'],
      ...['GET /lender/loans', 'GET /lender/loans/:loanId'],
      ...['GET /lender/events', 'GET /lender/events/stream', 'GET /lender/webhooks'],
      'GET /lender/webhooks/:webhookId',
      ...['', '/:deliveryId'].map((of) => `GET /lender/webhooks/:webhookId/deliveries${of}`),
      ...['GET /lender/approvals', 'GET /lender/approvals/:approvalId'],
      'POST /lender/approvals/approve',
      ...['', '/:version/rates'].map((path) => `GET /lender/stores/:storeId/terms${path}`),
      ...['GET /lender/creditors', 'GET /lender/creditors/:creditorId'],
      ...['approve', 'decline', 'withdraw', 'answer'].map(
        (act) => `POST /lender/approvals/:approvalId/${act}`,
      ),
      ...['GET /lender/actions', 'GET /lender/actions.jsonl'],
      ...['volume', 'portfolio', 'rolls', 'vintages', 'approvals'].map(figure),
    ],
  },
  {
    cells: '· · · · ● ●  · · ·',
    routes: ['GET /lender/staff', 'GET /lender/staff/:staffId', 'GET /lender/keys'],
  },
  {
    cells: '· · ● ● · ·  · · ·',
    routes: [
      ...['', '/:version/withdraw'].map((path) => `POST /lender/stores/:storeId/terms${path}`),
      ...['POST /lender/creditors', 'POST /lender/creditors/:creditorId/versions'],
    ],
  },
  {
    cells: '· · · · ● ·  · · ·',
    routes: [
      ...['POST /lender/staff', 'PATCH /lender/staff/:staffId', 'POST /lender/stores'],
      ...['POST /lender/staff/:staffId/disable', 'POST /lender/staff/:staffId/end-sessions'],
      ...['PATCH /lender/stores/:storeId', 'POST /lender/stores/:storeId/activate'],
      'DELETE /lender/stores/:storeId/keys/:keyId',
      ...['PATCH /lender/approval-policy', 'POST /lender/staff/:staffId/factors/reset'],
      ...['POST /lender/keys', 'POST /lender/keys/:keyId/revoke', 'POST /lender/webhooks'],
      ...['PATCH', 'DELETE'].map((method) => `${method} /lender/webhooks/:webhookId`),
      'POST /lender/webhooks/:webhookId/rotate',
      'POST /lender/keys/:keyId/rotate',
    ],
  },
  {
    cells: '● · · · ● ·  · · ·',
    routes: ['deliveries/:deliveryId/replay', 'recover', 'example'].map(
      (act) => `POST /lender/webhooks/:webhookId/${act}`,
    ),
  },
  {
    cells: '· · ● · ● ·  · · ·',
    routes: ['suspend', 'resume', 'close'].map((act) => `POST /lender/stores/:storeId/${act}`),
  },
  {
    cells: '● ● ● ● · ·  · · ·',
    routes: ['POST /lender/loans/:loanId/notes', 'POST /lender/loans/:loanId/promises'],
  },
  {
    cells: '· ● · ● · ·  · · ·',
    routes: ['POST /lender/loans/:loanId/payments', 'POST /lender/loans/:loanId/charge-backs'],
  },
  {
    cells: '● ● · ● · ·  · · ·',
    routes: ['POST /lender/loans/:loanId/early-repayment', 'POST /lender/loans/:loanId/withdrawal'],
  },
  {
    cells: '· · ● · · ●  · · ·',
    routes: [
      ...['GET /lender/decisions', 'GET /lender/decisions/:decisionId'],
      'GET /lender/decisions.csv',
      ...['GET /lender/exposure-policy', 'GET /lender/exchange-rates'],
      ...['decisions', 'refusals', 'decisions.csv', 'refusals.csv'].map(figure),
      ...['GET /lender/exposure-policy/versions', 'GET /lender/exchange-rates/versions'],
    ],
  },
  {
    cells: '· · ● · · ·  · · ·',
    routes: [
      'POST /lender/decisions/:decisionId/review',
      ...['PATCH /lender/exposure-policy', 'PATCH /lender/exchange-rates'],
      ...['block', 'unblock', 'erase', 'merge', 'split'].map(
        (act) => `POST /lender/people/:personId/${act}`,
      ),
    ],
  },
  {
    cells: '● ● ● ● · ●  · · ·',
    routes: [
      ...['GET /lender/people', 'GET /lender/people/:personId', 'POST /lender/people/search'],
      figure('exposure'),
    ],
  },
  {
    cells: '● ● ● · · ●  · · ·',
    routes: ['POST /lender/people/:personId/reveal', 'GET /lender/people/:personId/export'],
  },
  {
    cells: '· · ● ● · ●  · · ·',
    routes: [
      ...['GET /lender/payouts', 'GET /lender/payouts/:payoutId'],
      ...['GET /lender/payouts/:payoutId/lines', 'GET /lender/accounts'],
      ...['GET /lender/accounts/:account/entries', 'GET /lender/trial-balance'],
      ...['GET /lender/statements/:storeId', 'GET /lender/closings', 'GET /lender/closings/:day'],
      ...['GET /lender/accounts/:account/entries.csv', 'GET /lender/payouts.csv'],
      'GET /lender/statements/:storeId/statement.csv',
      ...['settlements', 'cash', 'income', 'losses', 'payouts'].flatMap((name) => [
        figure(name),
        figure(`${name}.csv`),
      ]),
      'GET /lender/stores/:storeId/bank-accounts',
    ],
  },
  {
    cells: '· · · ● · ·  · · ·',
    routes: [
      ...['POST /lender/payouts', 'POST /lender/payouts/:payoutId/release'],
      'POST /lender/stores/:storeId/bank-accounts',
    ],
  },
  { cells: '· · ● ● · ·  · · ·', routes: ['POST /lender/payouts/:payoutId/hold'] },
  { cells: '· · · ● · ·  · · ·', routes: ['POST /lender/loans/:loanId/credit-returns'] },
  { cells: '● ● · ● · ·  · · ·', routes: ['POST /lender/loans/:loanId/waivers'] },
  {
    cells: '· ● · ● · ·  · · ·',
    routes: ['POST /lender/loans/:loanId/write-off', 'POST /lender/loans/:loanId/write-off/undo'],
  },
  {
    cells: '· ● ● ● · ●  · · ·',
    routes: [
      ...['loans', 'orders', 'people'].map((list) => `GET /lender/${list}.csv`),
      ...['volume', 'portfolio', 'rolls', 'vintages', 'approvals', 'exposure'].map((name) =>
        figure(`${name}.csv`),
      ),
    ],
  },
  {
    cells: '● ● ● ● ● ●  · · ·',
    routes: ['GET /lender/actions/head', 'GET /lender/jobs', 'GET /lender/failures'].concat(
      'GET /lender/requests',
    ),
  },
  {
    cells: '● · · · ● ·  · · ·',
    routes: [
      'POST /lender/failures/:failure/retry',
      'POST /lender/orders/:orderId/deliveries/:deliveryId/replay',
      'POST /lender/orders/:orderId/notifications/:notificationId/replay',
    ],
  },
  {
    cells: '· · · · ● ·  · · ·',
    routes: ['pause', 'resume', 'run'].map((act) => `POST /lender/jobs/:job/${act}`),
  },
]

const nowhere = '0'.repeat(32)
/** Where a request has to be sound to be refused for what it is. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /orders/:orderId/loan/payments': { amount: 1_000 },
  'POST /orders/:orderId/loan/charge-backs': { payment_id: nowhere },
  'POST /orders/:orderId/decisions/:decisionId/review': { outcome: 'confirmed', note: 'Seen.' },
}
const MODES = {
  sandbox: 'application/vnd.svc.sandbox.v1+json',
  live: 'application/vnd.svc.v1+json',
}
type Mode = keyof typeof MODES

let place: TestDatabase
let store: Scenario
let at: TestDesk
const desks = new Map<Role, Desk>()
let now = Date.parse('2026-11-25T10:00:00Z')

before(async () => {
  place = await openTestDatabase()
  store = await createScenario(place.database)
  at = testDesk(place.database, { now: () => new Date(now) })
  const storeId = store.caller.store.id
  const wishes = [
    ...LENDERS.map((role) => ({ role, wish: { roles: [role] } })),
    ...MEMBERS.map((role) => ({ role, wish: { membership: { storeId, role } } })),
  ]
  for (const { role, wish } of wishes) {
    const token = await at.invite({ name: role, email: `${role}@people.example`, ...wish })
    desks.set(role, (await at.enrolled(token)).desk)
  }
})
after(async () => {
  await at.settled()
  await place.stop()
})

/** What people do to themselves has tests of its own; so have the ways to a session. */
const isOnesOwn = ({ method, path }: Route) =>
  /^\/(lender\/(me\/|sign-in|start)|desk\/session\/)/.test(path) &&
  !(method === 'GET' && path.startsWith('/lender/me'))

const filled = (path: string, parameter: string): string =>
  path
    .replace(/:type/, 'order.captured')
    .replace(/:\w+/g, parameter)
    // A stream goes on until its reader leaves: it is asked for what it refuses.
    .replace(/\/stream$/, '$&?after=x')

type Ask = {
  readonly role: Role
  readonly mode: Mode
  readonly name: string
  /** In place of each parameter of the path. */
  readonly parameter?: string
}

/** As one word: the code of a refusal at the door, or of what the lender decides; else `let in`. */
async function outcomeOf({ role, mode, name, parameter = nowhere }: Ask): Promise<string> {
  const [method = '', path = ''] = name.split(' ')
  // The buckets of requests fill, and the factors that were shown stay fresh.
  now += 15
  const sent = { method, path: filled(path, parameter) }
  const body = method === 'GET' ? undefined : JSON.stringify(BODIES[name] ?? {})
  const headers = {
    ...{ accept: MODES[mode], origin: 'https://svc.example.com', 'x-desk': '1' },
    ...{ cookie: desks.get(role)?.cookie() ?? '', 'store-id': store.caller.store.id },
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const got = await at.transport({ ...sent, headers, body })
  checkDocumented({ ...sent, ...got, headers: Object.fromEntries(got.headers) })
  if (got.status === 429 || (got.status >= 500 && got.status !== 503)) return `status ${got.status}`
  if (got.status !== 401 && got.status !== 403) return 'let in'
  return JSON.parse(got.text).error.code
}

const expectedOf = (cell: string, { live }: Line, mode: Mode) =>
  cell === '·' ? 'permission_missing' : mode === 'live' && live !== undefined ? live : 'let in'

test('each role has the access of the matrix on each route, in both modes', async () => {
  const wrong: string[] = []
  let cases = 0
  for (const line of [...OF_STORE, ...OF_LENDER]) {
    const cells = line.cells.split(/ +/)
    assert.equal(cells.length, ROLES.length, line.routes[0])
    for (const name of line.routes) {
      for (const mode of ['sandbox', 'live'] as const) {
        const outcomes = ROLES.map((role) => outcomeOf({ role, mode, name }))
        for (const [index, outcome] of (await Promise.all(outcomes)).entries()) {
          const expected = expectedOf(cells[index] ?? '', line, mode)
          if (outcome !== expected) wrong.push(`${ROLES[index]} ${mode} ${name}: ${outcome}`)
          cases++
        }
      }
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(cases >= 900, `${cases} cases`)
})

test('U+0000 in a path is an unknown name, for every authenticated caller', async () => {
  for (const { cells, routes } of [...OF_STORE, ...OF_LENDER]) {
    const role = ROLES[cells.split(/ +/).indexOf('●')]
    assert.ok(role !== undefined, cells)
    const sent = { role, mode: 'sandbox', parameter: '%00' } as const
    for (const name of routes.filter((each) => each.includes(':'))) {
      const outcome = await outcomeOf({ ...sent, name })
      assert.equal(outcome, 'let in', `${role} ${name}`)
    }
  }
})

test('every route that accepts people is in one line of the matrix', () => {
  const named = [...OF_STORE, ...OF_LENDER].flatMap(({ routes }) => routes)
  const all = allRoutes(at.service)
    .filter(({ access }) => ['private', 'lender', 'desk'].includes(access.kind))
    .filter((route) => !isOnesOwn(route))
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(named.toSorted(), all.toSorted())
})

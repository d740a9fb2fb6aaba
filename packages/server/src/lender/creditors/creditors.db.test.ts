// Creditors: named by two people, printed by terms, and fixed by signed orders (0161).
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import {
  approve,
  type Colleague,
  colleague,
  inLive,
  LIVE,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../../test/fixtures/test-desk.ts'
import {
  createTestService,
  type Json,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'
import { changeCreditor } from './change-creditor.ts'

const live = { headers: LIVE }
const SANDBOX = { accept: 'application/vnd.svc.sandbox.v1+json' }
const PATH = '/lender/creditors'
const reason = { code: 'legal', note: 'As its entry in the register has it.' } as const
const nowhere = '0'.repeat(32)
const bank = {
  ...{ name: 'Banco <Ejemplo>', legal_form: 'Sociedad anónima', register_number: 'E-0042' },
  ...{ tax_id: 'A12345678', address: 'Calle Mayor 1', supervisory_authority: 'Banco de España' },
  ...{ email: 'credit@bank.example', phone: '+34910000000', url: 'https://bank.example/?a=1' },
}
const moved = { ...bank, address: 'Calle Menor 2' }

const place = ownDatabase()
let risk: Colleague
let finance: Colleague
let admin: Colleague
let shop: Scenario
let send: TestService['send']
before(async () => {
  const desks = testDesk(place.database, { now: () => new Date() })
  risk = await colleague(desks, 'risk')
  finance = await colleague(desks, 'finance')
  admin = await colleague(desks, 'admin')
})
beforeEach(async () => {
  shop = await createScenario(place.database)
  send = createTestService(place.database, { privateKey: shop.privateKey }).send
})

const done = ({ status, body }: { status: number; body: Json }): Json => {
  assert.ok(status === 200 || status === 201, JSON.stringify(body))
  return body
}
const created = async (): Promise<Json> => done(await risk.send('POST', PATH, { ...bank, reason }))
const terms = () => `/lender/stores/${shop.caller.store.id}/terms`
const inForce = async (): Promise<Json> =>
  done(await risk.send('GET', `${terms()}?state=in_force`)).results[0]
async function changed(change: object): Promise<Json> {
  const versions = done(await risk.send('GET', terms())).results
  const { version } = versions.find(({ state }: Json) => state === 'in_force') ?? { version: 1 }
  return done(await risk.send('POST', terms(), { version, reason, ...change }))
}
const isClean = async () => assert.deepEqual((await audit(place.database)).findings, [])

/** Both signed documents. */
async function documentsOf(id: string): Promise<string[]> {
  const rows = await place.database.query<Json>(
    'SELECT html FROM documents WHERE order_id = $1 ORDER BY kind',
    [id],
  )
  assert.equal(rows.length, 2)
  return rows.map(({ html }) => html)
}

test('in live mode risk and finance name a creditor together, and each version of it', async () => {
  const body = { ...bank, reason }
  assert.equal(outcomeOf(await admin.send('POST', PATH, body, LIVE)), 'permission_missing')
  const dry = await risk.send('POST', `${PATH}?dry_run=true`, body, LIVE)
  assert.deepEqual([dry.status, dry.body.approval.needed], [201, true])
  const waiting = await risk.send('POST', PATH, body, LIVE)
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  assert.deepEqual(waiting.body.approval.effects, dry.body.effects)
  assert.equal(dry.body.effects.changes.tax_id.new, bank.tax_id)
  assert.deepEqual(done(await risk.send('GET', PATH, undefined, LIVE)).results, [])
  const { effects_hash: hash } = waiting.body.approval
  const alone = await approve(inLive(risk), waiting.body.approval, { hash, ...live })
  assert.equal(outcomeOf(alone), 'permission_missing')
  assert.equal(outcomeOf(await approve(inLive(finance), waiting.body.approval, live)), 'executed')
  const [listed] = done(await risk.send('GET', `${PATH}?tax_id=A12345678`, undefined, LIVE)).results
  assert.deepEqual([listed.version, listed.name, listed.complaints], [1, bank.name, null])
  const own = `${PATH}/${listed.id}`
  const change = { version: 1, ...moved, reason }
  const second = await finance.send('POST', `${own}/versions`, change, LIVE)
  assert.equal(second.status, 202, JSON.stringify(second.body))
  const again = await finance.send('POST', `${own}/versions`, change, LIVE)
  assert.equal(outcomeOf(again), 'approval_pending')
  assert.equal(outcomeOf(await approve(inLive(risk), second.body.approval, live)), 'executed')
  const whole = done(await admin.send('GET', own, undefined, LIVE))
  assert.deepEqual(
    [whole.version, whole.versions.map((each: Json) => [each.version, each.address])],
    [
      2,
      [
        [2, moved.address],
        [1, bank.address],
      ],
    ],
  )
  const stale = await finance.send('POST', `${own}/versions`, change, LIVE)
  assert.deepEqual([stale.status, outcomeOf(stale)], [409, 'terms_conflict'])
  for (const [path, mode] of [
    [own, SANDBOX],
    [`${PATH}/${nowhere}`, LIVE],
    [`${PATH}/x`, LIVE],
  ] as const) {
    assert.equal(outcomeOf(await risk.send('GET', path, undefined, mode)), 'creditor_not_found')
    const version = await risk.send('POST', `${path}/versions`, change, mode)
    assert.equal(outcomeOf(version), 'creditor_not_found')
  }
  await isClean()
})

test('texts are bounded; no change, no version; of two concurrent ones one wins', async () => {
  for (const [wrong, field] of [
    [{ name: undefined }, 'name'],
    [{ address: undefined }, 'address'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ tax_id: 'A\nB' }, 'tax_id'],
    [{ email: 'nobody' }, 'email'],
    [{ url: 'javascript:alert(1)' }, 'url'],
  ] as const) {
    const { status, body } = await risk.send('POST', PATH, { ...bank, reason, ...wrong })
    assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [400, [field]], field)
  }
  const { id } = await created()
  const versions = `${PATH}/${id}/versions`
  const same = done(await risk.send('POST', versions, { version: 1, ...bank, reason }))
  assert.deepEqual([same.version, same.versions.length], [1, 1])
  const racing = [moved, { ...bank, address: 'Calle Nueva 3' }].map((wish) => {
    const change = { id, sandbox: true, version: 1, wish, reason }
    return changeCreditor({ ...shop.writing, clock: realClock }, change).then(
      () => 'made',
      ({ code }) => code,
    )
  })
  assert.deepEqual((await Promise.all(racing)).sort(), ['made', 'terms_conflict'])
  await isClean()
})
const realClock = { real: true, now: () => new Date() } as const

test('terms print a creditor, and existing checkouts and orders keep their version', async () => {
  const { id } = await created()
  const dry = await risk.send('POST', `${terms()}?dry_run=true`, {
    ...{ version: 1, creditor_id: id, reason },
  })
  const { changes } = done(dry).effects
  assert.deepEqual(changes['lender.creditor.version'], { old: null, new: 1 })
  assert.deepEqual(changes['lender.address'], { old: null, new: bank.address })
  const before = await shop.confirmed(20_000)
  const own = await documentsOf(before.id)
  const made = await changed({ creditor_id: id })
  assert.deepEqual(made.creditor, { id, version: 1, name: bank.name })
  const first = await shop.confirmed(20_000)
  const open = await shop.checkout(20_000)
  const wish = { version: 1, ...moved, reason }
  done(await finance.send('POST', `${PATH}/${id}/versions`, wish))
  const between = await shop.confirmed(20_000)
  assert.equal((await inForce()).creditor.version, 1)
  await changed({ creditor_id: id })
  assert.equal((await inForce()).creditor.version, 2)
  const second = await shop.confirmed(20_000)
  const sign = { product: 'instalments', num_instalments: 3 }
  done(await send('POST', `/sandbox/checkouts/${open.id}/complete`, sign, SANDBOX))
  for (const [order, version, address] of [
    [first, 1, bank.address],
    [between, 1, bank.address],
    [open, 1, bank.address],
    [second, 2, moved.address],
  ] as const) {
    for (const html of await documentsOf(order.id)) {
      for (const text of [
        ...['Banco &lt;Ejemplo&gt;', bank.legal_form, bank.tax_id, bank.email, bank.phone],
        ...[`<p>${id}/${version}</p>`, `<p>${address}</p>`],
      ]) {
        assert.ok(html.includes(text), text)
      }
    }
    const [agreement] = await documentsOf(order.id)
    for (const text of [bank.register_number, bank.supervisory_authority]) {
      assert.ok(agreement?.includes(text), text)
    }
  }
  assert.deepEqual(await documentsOf(before.id), own)
  assert.ok(own.every((html) => !html.includes(id)))
  const list = done(await risk.send('GET', `/lender/loans?creditor-id=${id}&ordering=created`))
  assert.deepEqual(
    list.results.map((each: Json) => [each.id, each.creditor]),
    [first, between, second].map((order) => [
      order.id,
      { id, version: order === second ? 2 : 1, name: bank.name },
    ]),
  )
  const one = done(await risk.send('GET', `/lender/loans/${before.id}`))
  assert.equal(one.creditor, null)
  // Loans are of orders, which say the same of themselves.
  const ids = [first, between, second].map((order) => order.id)
  for (const filter of [`creditor-id=${id}`, `creditor-id-in=${nowhere},${id}`]) {
    const orders = done(await risk.send('GET', `/lender/orders?${filter}`))
    assert.deepEqual(orders.results.map((each: Json) => each.id).sort(), [open.id, ...ids].sort())
    const loans = done(await risk.send('GET', `/lender/loans?${filter}`))
    assert.deepEqual(loans.results.map((each: Json) => each.id).sort(), ids.sort())
  }
  const started = done(await risk.send('GET', `/lender/orders?creditor-id-startswith=${id}`))
  assert.equal(started.paging.count, 4)
  assert.equal(
    done(await risk.send('GET', `/lender/orders?creditor-id=${nowhere}`)).paging.count,
    0,
  )
  const others = done(await risk.send('GET', '/lender/orders?creditor-id-isnull=true'))
  assert.ok(others.results.every((each: Json) => each.creditor === null && !ids.includes(each.id)))
  const whole = done(await risk.send('GET', `/lender/orders/${second.id}`))
  assert.deepEqual(whole.creditor, { id, version: 2, name: bank.name })
  await isClean()
})

test('only a lender in the terms takes the place of a creditor', async () => {
  const { id } = await created()
  for (const creditor_id of [nowhere, 'x'.repeat(128)]) {
    const wrong = await risk.send('POST', terms(), { version: 1, creditor_id, reason })
    assert.deepEqual([wrong.status, Object.keys(wrong.body.error.fields)], [400, ['creditor_id']])
  }
  const lender = { name: 'Another' }
  const both = await risk.send('POST', terms(), { version: 1, creditor_id: id, lender, reason })
  assert.deepEqual([both.status, Object.keys(both.body.error.fields)], [400, ['lender']])
  const wished = { kind: 'terms', note: 'Another bank.', wish: { creditor_id: id } }
  const { body: asked } = await send('POST', '/me/requests', wished, LIVE)
  assert.deepEqual(asked.error.fields.wish, ['changes nothing'])

  const { version } = await changed({ creditor_id: id })
  const members = await inForce()
  const again = done(await risk.send('POST', terms(), { ...shown(members), reason }))
  assert.equal(again.version, version)
  const me = done(await send('GET', '/me'))
  assert.equal(me.lender.registration, bank.register_number)
  done(await send('PATCH', '/me', { lender: me.lender, url: 'https://c.example' }))
  await changed({ fees_on_refund: 'keep' })
  assert.deepEqual((await inForce()).creditor, { id, version: 1, name: bank.name })
  done(await send('PATCH', '/me', { lender: { name: 'Our own' } }))
  assert.deepEqual((await inForce()).creditor, null)
  await changed({ creditor_id: id })
  const none = await changed({ creditor_id: null })
  assert.deepEqual([none.creditor, none.lender], [null, null])
  await changed({ creditor_id: id })
  const other = await changed({ creditor_id: null, lender })
  assert.deepEqual([other.creditor, other.lender.name, other.lender.email], [null, 'Another', null])
  assert.equal((await changed({ creditor_id: null })).lender.name, 'Another')
  await isClean()
})

/** As a client sends back what it has read. */
function shown({ effective_from: _, ...members }: Json): Json {
  return members
}

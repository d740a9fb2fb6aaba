// People over all stores: lists, their debts, possible duplicates, and searches.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Buyer, cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient, realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import { setPolicy } from '../../checkout/exposure/set-policy.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import { standardProducts } from '../../model/stores/standard-products.ts'

const place = ownDatabase()
let send: TestService['send']
const decision = { ...standardLimits, sandbox: 'rules' as const, open_amount_max: 500_000 }
const shop = (buyer: Buyer, currency = 'EUR'): Promise<Scenario> =>
  createScenario(place.database, {
    buyer,
    settings: {
      decision,
      products: standardProducts.map((terms) => ({ ...terms, currency })),
    },
  })
const people = {
  ada: {
    ...newBuyer(),
    ...{ first_name: 'Ada', last_name: 'García Ruiz', phone: '600 111 222' },
    ...{ birthday: '1985-04-03', email: 'Ada.Ruiz@example.com' },
  },
  bob: { ...newBuyer(), first_name: 'Bob', last_name: 'Pérez', phone: '+34600333444' },
  eve: { ...newBuyer(), first_name: 'ADA', last_name: 'garcía ruiz', birthday: '1985-04-03' },
}
const ids: Partial<Record<keyof typeof people, string>> = {}

before(async () => {
  await setPolicy(realWriting(place.database), {
    wish: { currency: 'EUR', exposureMax: cents(60_000), rates: { USD: 500_000 } },
  })
  for (const buyer of [people.ada, people.bob, people.eve]) {
    await (await shop(buyer)).confirmed(30_000)
  }
  await (await shop(people.ada, 'USD')).confirmed(10_000, 'instalments', 'USD')
  send = await lenderClient(place.database)
  const rows = await place.database.query<AnyRow>('SELECT id, document_number FROM persons', [])
  for (const name of ['ada', 'bob', 'eve'] as const) {
    const row = rows.find((each) => each.document_number === people[name].document_id)
    ids[name] = String(row?.id)
  }
})

const NUMBERS = () =>
  new RegExp(
    [
      ...Object.values(people).map(({ document_id }) => document_id),
      ...['600111222', '600 111 222', '600333444', '1985-04-03', 'Ada.Ruiz@', 'ada.ruiz@'],
    ]
      .map((text) => text.replace(/[+.]/g, '\\$&'))
      .join('|'),
  )

const search = async (body: object): Promise<readonly string[]> => {
  const { status, body: answered } = await send('POST', '/lender/people/search', body)
  assert.equal(status, 200, JSON.stringify(answered))
  assert.doesNotMatch(JSON.stringify(answered), NUMBERS())
  return answered.results.map(({ id }: Json) => id)
}

test('everybody is listed once, newest first and masked', async () => {
  const { body } = await send('GET', '/lender/people')
  assert.equal(body.paging.count, 3)
  assert.deepEqual(
    body.results.map(({ id }: Json) => id),
    [ids.eve, ids.bob, ids.ada],
  )
  assert.doesNotMatch(JSON.stringify(body), NUMBERS())
  const [, , ada] = body.results
  assert.deepEqual([ada.first_name, ada.last_name, ada.store], ['Ada', 'García Ruiz', null])
  assert.equal(ada.email, 'A•••@example.com')
  assert.equal(ada.document.number.slice(-4), people.ada.document_id.slice(-4))
  assert.match(ada.phone, /^•+222$/)
})

test('people are filtered by store and customer, and lists of the rest by person', async () => {
  const { body } = await send('GET', `/lender/people/${ids.ada}`)
  const [one, other] = body.customers
  assert.notEqual(one.store.id, other.store.id)
  const filters = [`store-id=${one.store.id}`, `customer-id=${other.id}`]
  for (const filter of filters) {
    const listed = await send('GET', `/lender/people?${filter}`)
    assert.deepEqual([filter, ...listed.body.results.map(({ id }: Json) => id)], [filter, ids.ada])
  }
  for (const list of ['orders', 'loans']) {
    const { body: mine } = await send('GET', `/lender/${list}?person-id=${ids.ada}`)
    assert.equal(mine.paging.count, 2, list)
    assert.deepEqual(
      mine.results.map(({ customer_id }: Json) => customer_id).sort(),
      [one.id, other.id].sort(),
    )
  }
  const named = await send('GET', '/lender/people?document_id-number=1')
  assert.deepEqual([named.status, named.body.error.code], [400, 'query_invalid'])
})

test('debts of a person are counted by store and currency, and against the limit', async () => {
  const { body } = await send('GET', `/lender/people/${ids.ada}`)
  const { exposure } = body
  assert.deepEqual(
    exposure.by_currency.toSorted((a: Json, b: Json) => a.currency.localeCompare(b.currency)),
    [
      { currency: 'EUR', open: 30_000 },
      { currency: 'USD', open: 10_000 },
    ],
  )
  assert.deepEqual(
    [exposure.currency, exposure.limit, exposure.open, exposure.headroom],
    ['EUR', 60_000, 35_000, 25_000],
  )
  assert.equal(exposure.by_store.length, 2)
  assert.deepEqual([body.late, body.written_off, body.attempts], [0, 0, 2])
})

test('people with the same data are shown as a hint', async () => {
  const { body } = await send('GET', `/lender/people/${ids.ada}`)
  assert.deepEqual(
    body.possible_duplicates.map(({ id, because }: Json) => [id, because]),
    [[ids.eve, ['name_and_birthday']]],
  )
  const twin = { ...newBuyer(), ...people.ada, document_id: newBuyer().document_id }
  await (await shop(twin)).confirmed(1_000)
  const again = await send('GET', `/lender/people/${ids.ada}`)
  const [duplicate] = again.body.possible_duplicates
  assert.equal(again.body.possible_duplicates.length, 2)
  assert.deepEqual(duplicate.because, ['email', 'name_and_birthday', 'phone'])
  assert.notEqual(duplicate.id, ids.ada)
  assert.doesNotMatch(JSON.stringify(again.body), NUMBERS())
})

test('people are looked for by document, phone, e-mail and the beginning of a name', async () => {
  const { document_id } = people.bob
  const dotted = `${document_id.slice(0, 2)}.${document_id.slice(2, -1)}-${document_id.slice(-1)}`
  for (const document of [document_id, dotted, document_id.toLowerCase()]) {
    assert.deepEqual(await search({ document }), [ids.bob], document)
  }
  assert.deepEqual(await search({ phone: '+34 600 333 444' }), [ids.bob])
  assert.ok((await search({ email: 'ADA.ruiz@EXAMPLE.com' })).includes(ids.ada ?? ''))
  assert.deepEqual(await search({ name: 'Pér' }), [ids.bob])
  assert.deepEqual(await search({ name: '  bob   PÉREZ ' }), [ids.bob])
  assert.deepEqual(await search({ name: 'bob pér' }), [ids.bob])
  const garcia = await search({ name: 'Ada Garc' })
  assert.ok(garcia.includes(ids.ada ?? ''))
})

test('no search breaks anything, and none is stored', async () => {
  const hostile: readonly (readonly [object, number])[] = [
    [{ name: 'a'.repeat(10_000) }, 400],
    [{ name: `Ada${'\0'}` }, 400],
    [{ name: "Ada' OR '1'='1" }, 200],
    [{ name: 'Аdа Gаrcía' }, 200],
    [{ name: '%%%' }, 200],
    [{ name: '%00%00' }, 200],
    [{ name: '\u{10ffff}\u{10ffff}\u{10ffff}' }, 200],
    [{ name: '\ud800ab' }, 400],
    [{ name: '   ' }, 400],
    [{ document: '１２３４５６７８Z' }, 200],
    [{ document: '..--' }, 200],
    [{ phone: 'not a phone' }, 200],
    [{}, 400],
    [{ name: 'Ada', phone: '600111222' }, 400],
    [{ name: 'Ad' }, 400],
    [{ name: ['Ada'] }, 400],
  ]
  for (const [body, expected] of hostile) {
    const { status, body: answered } = await send('POST', '/lender/people/search', body)
    const about = JSON.stringify(body).slice(0, 60)
    assert.equal(status, expected, `${about} ${JSON.stringify(answered).slice(0, 200)}`)
    if (expected === 200) assert.deepEqual(answered, { results: [], more: false }, about)
  }
  const wish = { document: people.bob.document_id }
  const key = { 'idempotency-key': 'a search' }
  assert.equal((await send('POST', '/lender/people/search', wish, key)).status, 200)
  const actions = await place.database.query<AnyRow>(
    `SELECT to_jsonb(a)::text AS text, object_id FROM actions a WHERE action = 'person.search'`,
    [],
  )
  const answers = await place.database.query<AnyRow>(
    'SELECT to_jsonb(k)::text AS text FROM idempotency_keys k',
    [],
  )
  assert.deepEqual(answers, [])
  const texts = actions.map(({ text }) => String(text)).join('\n')
  assert.doesNotMatch(texts, NUMBERS())
  assert.doesNotMatch(texts, /Pérez|García/)
  // The same search has the same token, which its key alone can make.
  const tokens = actions.map(({ object_id }) => String(object_id))
  assert.ok(new Set(tokens).size < tokens.length)
  assert.ok(tokens.every((token) => /^[\w-]+\.[\w-]{43}$/.test(token)))
})

test('a person of another mode and an invalid id look alike: missing', async () => {
  const live = await lenderClient(place.database, { mode: 'live' })
  const accept = { accept: 'application/vnd.svc.v1+json' }
  for (const ref of [ids.ada, '0'.repeat(32), 'x', '%00', 'a'.repeat(5_000)]) {
    const reply = await live('GET', `/lender/people/${ref}`, undefined, accept)
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'person_not_found'])
  }
  assert.equal((await live('GET', '/lender/people', undefined, accept)).body.paging.count, 0)
  const wish = { name: 'Ada' }
  const none = await live('POST', '/lender/people/search', wish, accept)
  assert.deepEqual(none.body.results, [])
})

const reason = { code: 'buyer_request', note: 'They asked which number we have.' }

test('identifying data are revealed for a reason, and are not in the log', async () => {
  const path = `/lender/people/${ids.ada}/reveal`
  const { document_id: document, birthday, phone, email } = people.ada
  const all = ['document', 'birthday', 'phone', 'email', 'income']
  const whole = await send('POST', path, { fields: all, reason })
  assert.equal(whole.status, 200, JSON.stringify(whole.body))
  const shown = { id: ids.ada, document, birthday, phone, email, income: null }
  assert.deepEqual(whole.body, shown)
  assert.equal(whole.headers['cache-control'], 'no-store')
  const one = await send('POST', path, { fields: ['phone', 'phone'], reason })
  assert.deepEqual(one.body, { id: ids.ada, phone })
  const rows = await place.database.query<AnyRow>(
    `SELECT person_id, reason_code, reason_note, changes #> '{fields,new}' AS fields,
       to_jsonb(a)::text AS text FROM actions a WHERE action = 'person.reveal'
     ORDER BY jsonb_array_length(changes #> '{fields,new}') DESC`,
    [],
  )
  const logged = { person_id: ids.ada, reason_code: reason.code, reason_note: reason.note }
  assert.deepEqual(
    rows.map(({ text, ...row }) => row),
    [
      { ...logged, fields: all.toSorted() },
      { ...logged, fields: ['phone'] },
    ],
  )
  assert.doesNotMatch(JSON.stringify(rows), NUMBERS())
})

test('nothing is revealed without a reason, to a key, or of nobody', async () => {
  const path = `/lender/people/${ids.ada}/reveal`
  const fields = ['phone']
  const hostile = [
    { fields },
    { fields, reason: { code: 'buyer_request', note: '      ' } },
    { fields, reason: { code: 'buyer_request', note: 'why \u202ebecause' } },
    { fields, reason: { code: 'curiosity', note: 'I would like to know.' } },
    { fields: [], reason },
    { fields: ['password'], reason },
    { fields: Array(1_000).fill('phone'), reason },
  ]
  for (const body of hostile) {
    const { status, body: answered } = await send('POST', path, body)
    assert.deepEqual([status, answered.error.code], [400, 'body_invalid'], JSON.stringify(body))
  }
  const missing = await send('POST', `/lender/people/${'0'.repeat(32)}/reveal`, { fields, reason })
  assert.deepEqual([missing.status, missing.body.error.code], [404, 'person_not_found'])
  const reader = await lenderClient(place.database, { scopes: ['people:read'] })
  const refused = await reader('POST', path, { fields, reason })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'scope_missing'])
})

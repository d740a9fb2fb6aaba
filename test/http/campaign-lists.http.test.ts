// The lists of campaigns and of their articles: every filter, in its mode and store only.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Client, clientOf, type Json, ownServer } from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)
let other: Client
/** The path of the campaign with articles. */
let partial = ''

const campaigns = [
  { name: 'Alpha', interest: 1_000, start_date: '2020-01-01', end_date: '2020-01-31' },
  { name: 'alphabet', interest: 2_500, start_date: '2020-02-01', partial: true },
  {
    name: 'Élan_100%',
    interest: 10_000,
    start_date: '2020-03-01T10:00:00',
    end_date: '2021-05-01',
  },
  { name: 'Kept', interest: 0, start_date: '2021-01-01', partial: true },
]
const article = (id: string, name: string) => ({ id, name, url: 'https://shop.example/' })

before(async () => {
  // A store that has no campaigns of its own.
  const { private_key } = server.demo.other_store
  other = clientOf(server, { key: private_key })
  const paths: string[] = []
  for (const body of campaigns) {
    const { body: made } = await other('POST', '/me/campaigns', body)
    paths.push(`/me/campaigns/${made.id}`)
  }
  const [, first = '', , whole = ''] = paths
  partial = first
  const sent = [article('A-1', 'Red tent'), article('b,2', 'Blue tent'), article('c', 'Été')]
  for (const path of [partial, whole]) {
    const added = await other('POST', `${path}/articles`, sent)
    assert.equal(added.status, 204, added.text)
  }
  assert.equal((await other('PATCH', whole, { partial: false })).status, 204)
})

async function listed(path: string, query: string): Promise<Json> {
  const { status, text, body } = await other('GET', `${path}?${query}`)
  assert.equal(status, 200, `${query}: ${text}`)
  return body
}

const [ALPHA, ALPHABET, ELAN, KEPT] = campaigns.map(({ name }) => name) as [
  string,
  string,
  string,
  string,
]
const cases: readonly (readonly [query: string, ...names: string[]])[] = [
  ['', KEPT, ELAN, ALPHABET, ALPHA],
  ['name=Alpha', ALPHA],
  ['name-iexact=ALPHA', ALPHA],
  ['name-contains=lpha', ALPHABET, ALPHA],
  ['name-startswith=alpha', ALPHABET],
  ['name-istartswith=alpha', ALPHABET, ALPHA],
  ['name-endswith=%25', ELAN],
  ['name-contains=_1', ELAN],
  ['name-search=elan', ELAN],
  ['name-in=Alpha,Kept', KEPT, ALPHA],
  ['name-regex=%5EA', ALPHA],
  ['name-iregex=%5EA', ALPHABET, ALPHA],
  ['interest=2500', ALPHABET],
  ['interest-gt=1000', ELAN, ALPHABET],
  ['interest-gte=1000&interest-lt=10000', ALPHABET, ALPHA],
  ['interest-lte=0', KEPT],
  ['interest=0&interest=10000', KEPT, ELAN],
  ['partial=yes', ALPHABET],
  ['partial=false', KEPT, ELAN, ALPHA],
  ['start_date=2020-01-01', ALPHA],
  ['start_date=2020-03-01', ELAN],
  ['start_date=2020-03-01T10:00:00', ELAN],
  ['start_date-lt=2020-03-01', ALPHABET, ALPHA],
  ['start_date-year=2021', KEPT],
  ['start_date-month=3', ELAN],
  ['start_date-hour=10', ELAN],
  ['end_date=2020-01-31', ALPHA],
  ['end_date=2020-01-31T23:59:59', ALPHA],
  ['end_date-gte=2020-02-01', ELAN],
  ['end_date-isnull=yes', KEPT, ALPHABET],
  ['end_date-isnull=no', ELAN, ALPHA],
  ['end_date-day=31', ALPHA],
  ['created-gt=2020-01-01', KEPT, ELAN, ALPHABET, ALPHA],
  ['created-lt=2020-01-01'],
  ['created-isnull=yes'],
  ['articles-mid=A-1', ALPHABET],
  ['articles-mid=a-1'],
  ['articles-mid-iexact=a-1', ALPHABET],
  ['articles-mid=b,2', ALPHABET],
  ['articles-mid-startswith=c', ALPHABET],
  ['articles-mid-regex=%5Eb.2%24', ALPHABET],
  ['articles-mid-in=x,c', ALPHABET],
  ['articles-mid=x'],
  ['name-startswith=a&articles-mid=c', ALPHABET],
  ['ordering=name&name-icontains=alpha', ALPHA, ALPHABET],
  ['ordering=-interest', ELAN, ALPHABET, ALPHA, KEPT],
  ['ordering=start_date', ALPHA, ALPHABET, ELAN, KEPT],
  ['ordering=created', ALPHA, ALPHABET, ELAN, KEPT],
  ['ordering=end_date&end_date-isnull=no', ALPHA, ELAN],
]
for (const [query, ...names] of cases) {
  test(`campaigns with ${query || 'no filter'}: ${names.join(', ') || 'none'}`, async () => {
    const { results, paging } = await listed('/me/campaigns', query)
    const got = results.map((each: Json) => each.name)
    assert.deepEqual(got, names)
    assert.equal(paging.count, names.length)
  })
}

test('a campaign is found by its id, and by a part of it', async () => {
  const { results } = await listed('/me/campaigns', 'name=Kept')
  const [{ id }] = results
  assert.equal((await listed('/me/campaigns', `id=${id}`)).paging.count, 1)
  assert.equal((await listed('/me/campaigns', `id-endswith=${id.slice(8)}`)).paging.count, 1)
})

const articles: readonly (readonly [query: string, ...ids: string[]])[] = [
  ['id=A-1', 'A-1'],
  ['mid=A-1', 'A-1'],
  ['mid-iexact=a-1', 'A-1'],
  ['mid=b,2', 'b,2'],
  ['mid-in=A-1,c', 'A-1', 'c'],
  ['name-contains=tent', 'A-1', 'b,2'],
  ['name-search=ete', 'c'],
  ['name-regex=%5ERed', 'A-1'],
  ['id-startswith=x'],
]
for (const [query, ...ids] of articles) {
  test(`articles with ${query}: ${ids.join(' and ') || 'none'}`, async () => {
    const { results, paging } = await listed(`${partial}/articles`, query)
    assert.deepEqual(results.map((each: Json) => each.id).sort(), ids)
    assert.equal(paging.count, ids.length)
  })
}

test('articles are ordered by id or name, and pages keep every filter', async () => {
  const ids = async (query: string) =>
    (await listed(`${partial}/articles`, query)).results.map((each: Json) => each.name)
  assert.deepEqual(await ids('ordering=name&name-contains=tent'), ['Blue tent', 'Red tent'])
  assert.deepEqual(await ids('ordering=-name&name-contains=tent'), ['Red tent', 'Blue tent'])
  const first = await listed(`${partial}/articles`, 'name-contains=tent&ordering=name&page_size=1')
  const { next } = first.paging
  assert.match(next, /name-contains=tent&ordering=name&page_size=1&page=2$/)
  const second = await other('GET', next.slice(server.demo.base_url.length))
  assert.deepEqual(second.body.results[0].name, 'Red tent')
  assert.deepEqual([second.body.paging.count, second.body.paging.next], [2, null])
})

test('unknown filters are refused, all of them together', async () => {
  for (const [path, query, ...names] of [
    ['/me/campaigns', 'color=red&name-gt=5&page=0', 'color', 'name-gt', 'page'],
    ['/me/campaigns', 'interest=12.5&partial=maybe', 'interest', 'partial'],
    ['/me/campaigns', 'start_date=soon&end_date-isnull=perhaps', 'end_date-isnull', 'start_date'],
    ['/me/campaigns', 'ordering=articles-mid', 'ordering'],
    ['/me/campaigns', 'q=alpha', 'q'],
    ['/me/campaigns', 'num_instalments=3', 'num_instalments'],
    ['/me/campaigns', 'name-regex=(', 'name-regex'],
    [`${partial}/articles`, 'url=a&description=b', 'description', 'url'],
    [`${partial}/articles`, 'articles-mid=a', 'articles-mid'],
  ] as const) {
    const { status, body } = await other('GET', `${path}?${query}`)
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'], query)
    assert.deepEqual(Object.keys(body.error.fields).sort(), names)
  }
  // A query that is wrong in itself is told before what is not there.
  const nowhere = `/me/campaigns/${'0'.repeat(32)}/articles`
  assert.equal((await other('GET', `${nowhere}?color=red`)).status, 400)
  assert.equal((await other('GET', nowhere)).status, 404)
})

test('filters find nothing of another store or mode', async () => {
  const live = clientOf(server, {
    key: server.demo.other_store.private_key,
    accept: 'application/json',
  })
  for (const by of [client, live]) {
    for (const query of ['name-icontains=alpha', 'articles-mid=A-1', 'articles-mid-regex=A']) {
      const { status, body } = await by('GET', `/me/campaigns?${query}`)
      assert.deepEqual([status, body.paging.count], [200, 0])
    }
  }
})

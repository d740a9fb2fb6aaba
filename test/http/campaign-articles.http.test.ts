// The articles of partial campaigns: what is added, replaced and removed, and what never is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf, done, type Json, ownServer, refused, wire } from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)

const headers = () => ({
  accept: 'application/vnd.svc.sandbox.v1+json',
  authorization: `Bearer ${server.demo.private_key}`,
})
const article = (id: unknown, more: Json = {}) => ({
  ...{ id, name: `Article ${id}`, url: 'https://shop.example/a' },
  ...more,
})

/** The path of a new partial campaign with these articles. */
async function campaign(...ids: unknown[]): Promise<string> {
  const body = { name: 'Spring', start_date: '2026-03-01', interest: 5_000, partial: true }
  const { id } = await done(client('POST', '/me/campaigns', body), 201)
  const path = `/me/campaigns/${id}`
  if (ids.length > 0) {
    await done(
      client(
        'POST',
        `${path}/articles`,
        ids.map((each) => article(each)),
      ),
      204,
    )
  }
  return path
}

const listed = async (path: string): Promise<Json[]> =>
  (await done(client('GET', `${path}/articles?page_size=100`))).results
const idsOf = async (path: string): Promise<string[]> =>
  (await listed(path)).map((each) => each.id).sort()

/** Strange, but a store's own. */
const STRANGE = [
  'a/b',
  'a,b',
  'a b',
  'a+b',
  '🚲',
  'ä',
  '%2F',
  '100%',
  '"\\',
  'a?b',
  'a#b',
  "'; --",
  '.a',
]

test('articles are added with what is optional, and the answer shows them', async () => {
  const path = await campaign()
  const whole = article('a', {
    ...{ description: 'Red', image_url: 'http://shop.example/a.png' },
  })
  await done(client('POST', `${path}/articles`, [whole]), 204)
  await done(client('POST', `${path}/articles`, [article(7, { description: '' })]), 204)
  const list = await done(client('GET', `${path}/articles`))
  assert.deepEqual(list, {
    cursor: { after: null, before: null },
    paging: { count: 2, next: null, previous: null },
    results: [{ ...article('7'), description: null, image_url: null }, whole],
  })
})

test('an article that is sent again is replaced and keeps its place', async () => {
  const path = await campaign('a')
  await done(client('POST', `${path}/articles`, [article('b')]), 204)
  const again = { name: 'Other', url: 'https://shop.example/o', description: 'New' }
  await done(client('POST', `${path}/articles`, [article('a', again), article('c')]), 204)
  const results = await listed(path)
  assert.deepEqual(
    results.find(({ id }) => id === 'a'),
    { id: 'a', ...again, image_url: null },
  )
  assert.deepEqual(
    results.map(({ id }) => id),
    ['c', 'b', 'a'],
  )
  await done(client('POST', `${path}/articles`, [article('a')]), 204)
  assert.equal((await listed(path)).find(({ id }) => id === 'a').description, null)
})

test('the last of two articles with one id in an array counts', async () => {
  const path = await campaign()
  const sent = [article(1, { name: 'first' }), article('b'), article('1', { name: 'last' })]
  await done(client('POST', `${path}/articles`, sent), 204)
  const results = await listed(path)
  assert.deepEqual(results.map(({ id, name }) => `${id} ${name}`).sort(), ['1 last', 'b Article b'])
})

test('an array holds 1 to 500 articles', async () => {
  const path = await campaign()
  const many = (count: number) => Array.from({ length: count }, (_, index) => article(index))
  await done(client('POST', `${path}/articles`, many(500)), 204)
  const { paging } = await done(client('GET', `${path}/articles?page_size=1`))
  assert.equal(paging.count, 500)
  for (const body of [many(501), [], {}]) {
    const error = await refused(client('POST', `${path}/articles`, body), 400, 'body_invalid')
    assert.deepEqual(Object.keys(error.fields), ['body'])
  }
  const all = `article-mid=${many(500)
    .map(({ id }) => id)
    .join()}`
  await done(client('DELETE', `${path}/articles?${all}`), 204)
  assert.deepEqual(await idsOf(path), [])
})

test('bodies of several megabytes are accepted, up to 4 MiB', async () => {
  const path = await campaign()
  const description = '🚲'.repeat(2_000)
  const body = Array.from({ length: 450 }, (_, index) => article(index, { description }))
  const text = JSON.stringify(body)
  assert.ok(Buffer.byteLength(text) > 3_500_000)
  await done(client('POST', `${path}/articles`, text), 204)
  const whole = `${text}${' '.repeat(4_194_304 - Buffer.byteLength(text))}`
  await done(client('POST', `${path}/articles`, whole), 204)
  // Announced only: the answer comes before so much could be sent.
  const announced = { ...headers(), 'content-length': '4194305' }
  const larger = await wire(server, {
    ...{ method: 'POST', path: `${path}/articles`, headers: announced },
  })
  assert.deepEqual([larger.status, larger.body.error.code], [413, 'body_too_large'])
})

const wrong: readonly (readonly [sent: Json, ...fields: string[]])[] = [
  [article(''), '0.id'],
  [article(null), '0.id'],
  [article(1.5), '0.id'],
  [article(true), '0.id'],
  [article(['a']), '0.id'],
  [article('x'.repeat(129)), '0.id'],
  [article('a', { name: '' }), '0.name'],
  [article('a', { url: null }), '0.url'],
  [{}, '0.id', '0.name', '0.url'],
  ['a', '0'],
  [null, '0'],
]
test('each field that is wrong is named, and none of the others is added', async () => {
  const path = await campaign('kept')
  for (const [sent, ...fields] of wrong) {
    const body = [sent, article('sound')]
    const error = await refused(client('POST', `${path}/articles`, body), 400, 'body_invalid')
    assert.deepEqual(Object.keys(error.fields), fields, JSON.stringify(sent))
  }
  for (const text of ['{"id":"a"}', '"a"', '5', 'null', '[', '{"0":{"id":"a"}}', '', '[[]]']) {
    const reply = await client('POST', `${path}/articles`, text)
    assert.equal(reply.status, 400, `${text}: ${reply.text}`)
  }
  const nul = `[{"id":"a\\u0000b","name":"a","url":"https://shop.example/a"}]`
  assert.equal((await client('POST', `${path}/articles`, nul)).status, 400)
  assert.deepEqual(await idsOf(path), ['kept'])
})

const long = 'blank '.repeat(400)
const cut: readonly (readonly [sent: Json, member: string, stored: string | null])[] = [
  [{ name: 5 }, 'name', '5'],
  [{ name: {} }, 'name', '—'],
  [{ name: long }, 'name', long.slice(0, 251)],
  [{ name: '\u{1f6b2}'.repeat(256) }, 'name', '\u{1f6b2}'.repeat(255)],
  [{ url: 'shop.example/a' }, 'url', null],
  [{ url: '/a' }, 'url', null],
  [{ url: 'ftp://shop.example/a' }, 'url', null],
  [{ url: `https://shop.example/${'x'.repeat(2_030)}` }, 'url', null],
  [{ image_url: 'javascript:alert(1)' }, 'image_url', null],
  [{ description: 'x'.repeat(2_001) }, 'description', 'x'.repeat(2_000)],
  [{ description: [] }, 'description', null],
]
test('values that enter no calculation are cut or left out, with a warning', async () => {
  const path = await campaign()
  for (const [sent, member, stored] of cut) {
    const body = [article('sound'), article('a', sent)]
    await done(client('POST', `${path}/articles`, body), 204)
    const { results } = (await client('GET', `${path}/articles`)).body
    const [strange] = results.filter(({ id }: { id: string }) => id === 'a')
    assert.equal(strange[member], stored)
    const warned = strange.warnings?.some((each: string) => each.startsWith(`${member}: `)) ?? false
    assert.equal(warned, sent[member] !== 5, JSON.stringify(strange.warnings))
    const [sound] = results.filter(({ id }: { id: string }) => id === 'sound')
    assert.equal(sound.warnings, undefined)
  }
})

test('an article is removed by its path, whatever its id, and again', async () => {
  const path = await campaign('kept', ...STRANGE)
  assert.deepEqual(await idsOf(path), ['kept', ...STRANGE].sort())
  for (const id of STRANGE) {
    await done(client('DELETE', `${path}/articles/${encodeURIComponent(id)}`), 204)
    assert.ok(!(await idsOf(path)).includes(id), id)
    await done(client('DELETE', `${path}/articles/${encodeURIComponent(id)}`), 204)
  }
  assert.deepEqual(await idsOf(path), ['kept'])
  for (const id of ['%00', 'kept%00', 'x'.repeat(2_000), '%F0%9F%9A%B2', 'KEPT']) {
    await done(client('DELETE', `${path}/articles/${id}`), 204)
  }
  for (const id of ['%', '%zz', '%C3', 'kept%']) {
    await refused(client('DELETE', `${path}/articles/${id}`), 400, 'request_malformed')
  }
  assert.deepEqual(await idsOf(path), ['kept'])
})

test('those that a query names are removed, and no others', async () => {
  const path = await campaign('a', 'b', 'c', 'd', 'e f', 'g+h', 'A', 'i?j')
  await done(client('DELETE', `${path}/articles?article-mid=a,b`), 204)
  assert.deepEqual(await idsOf(path), ['A', 'c', 'd', 'e f', 'g+h', 'i?j'])
  await done(client('DELETE', `${path}/articles?article-mid=c%2Cnothing`), 204)
  await done(client('DELETE', `${path}/articles?article-mid=e+f&article-mid=g%2Bh`), 204)
  assert.deepEqual(await idsOf(path), ['A', 'd', 'i?j'])
  await done(client('DELETE', `${path}/articles?article-mid=i?j`), 204)
  assert.deepEqual(await idsOf(path), ['A', 'd'])
})

test('all are removed where there is no query at all', async () => {
  const path = await campaign('a', 'b')
  const untouched = await campaign('a', 'b')
  await done(client('DELETE', `${path}/articles`), 204)
  assert.deepEqual(await idsOf(path), [])
  assert.deepEqual(await idsOf(untouched), ['a', 'b'])
  await done(client('DELETE', `${path}/articles`), 204)
})

const strange = [
  ...['?', '?article-mid=', '?article-mid', '?articlemid=a', '?article-mid=a&x=1', '?x=1', '?&'],
  ...['?article-mid=a,', '?article-mid=,', '?article-mid=%', '?article-mid=%C3', '??', '?=a', '?#'],
  ...['?article-mid-in=a', '?article_mid=a', '?article-mid=a&', '?article-mid=%00', '?page=1'],
  ...['?dry_run=false', '?dry_run=true', '#', '#article-mid=a', '#?article-mid=a'],
]
test('no other query ever removes all, nor anything', async () => {
  const path = await campaign('a', 'b')
  for (const query of strange) {
    for (const slash of ['', '/']) {
      const target = `${path}/articles${slash}${query}`
      const reply = await wire(server, { method: 'DELETE', path: target, headers: headers() })
      assert.equal(reply.status, 400, `${target}: ${reply.text}`)
    }
  }
  // An address made of an id that is not there must not mean all, either.
  for (const slashes of ['/', '//']) {
    const target = `${path}/articles${slashes}`
    const reply = await wire(server, { method: 'DELETE', path: target, headers: headers() })
    assert.equal(reply.status, 400, target)
  }
  for (const part of [';article-mid=a', '%3Farticle-mid=a', '%23']) {
    const reply = await wire(server, {
      method: 'DELETE',
      path: `${path}/articles${part}`,
      headers: headers(),
    })
    assert.equal(reply.status, 404, part)
  }
  assert.deepEqual(await idsOf(path), ['a', 'b'])
})

test('a full campaign keeps its articles out of sight until it is partial again', async () => {
  const path = await campaign('a', 'b')
  await done(client('PATCH', path, { partial: false }), 204)
  for (const reply of [
    client('GET', `${path}/articles`),
    client('POST', `${path}/articles`, [article('c')]),
    client('DELETE', `${path}/articles`),
    client('DELETE', `${path}/articles?article-mid=a`),
    client('DELETE', `${path}/articles/a`),
  ]) {
    const error = await refused(reply, 409, 'campaign_full')
    assert.match(error.message, /full/)
  }
  // What is wrong in itself is told first.
  await refused(client('POST', `${path}/articles`, []), 400, 'body_invalid')
  await refused(client('DELETE', `${path}/articles?`), 400, 'query_invalid')
  await done(client('PATCH', path, { partial: true }), 204)
  assert.deepEqual(await idsOf(path), ['a', 'b'])
})

test('articles are paged, newest first', async () => {
  const path = await campaign()
  for (const id of ['a', 'b', 'c']) {
    await done(client('POST', `${path}/articles`, [article(id)]), 204)
  }
  const first = await done(client('GET', `${path}/articles?page_size=2`))
  assert.deepEqual(
    first.results.map(({ id }: Json) => id),
    ['c', 'b'],
  )
  assert.equal(first.paging.next, `${server.demo.base_url}${path}/articles?page_size=2&page=2`)
  const next = await done(client('GET', first.paging.next.slice(server.demo.base_url.length)))
  assert.deepEqual([next.results.length, next.cursor], [1, { after: null, before: 1 }])
  await refused(client('GET', `${path}/articles?page=0`), 400, 'query_invalid')
})

test('concurrent requests add and replace the same articles without a loss', async () => {
  const path = await campaign()
  const sent = Array.from({ length: 16 }, (_, round) =>
    ['a', 'b', `own ${round}`].map((id) => article(id, { name: `round ${round}` })),
  )
  const replies = await Promise.all(
    sent.map((body, round) =>
      client('POST', `${path}/articles`, round % 2 === 0 ? body : body.reverse()),
    ),
  )
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [204])
  const results = await listed(path)
  assert.equal(results.length, 18)
  const [a, b] = ['a', 'b'].map((id) => results.find((each) => each.id === id).name)
  assert.equal(a, b)
})

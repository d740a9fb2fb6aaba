import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refused } from '../refusal.ts'
import { pageView, readPage } from './paging.ts'

const read = (query: string) => readPage(new URLSearchParams(query))

const readable: readonly (readonly [query: string, page: number, pageSize: number])[] = [
  ['', 1, 25],
  ['page=1', 1, 25],
  ['page=7', 7, 25],
  ['page_size=1', 1, 1],
  ['page_size=100', 1, 100],
  ['page=3&page_size=10', 3, 10],
  ['page_size=10&page=3', 3, 10],
  ['page=10000000', 10_000_000, 25],
]

for (const [query, page, pageSize] of readable) {
  test(`?${query} is page ${page} of ${pageSize} each`, () => {
    assert.deepEqual(read(query), { page, pageSize })
  })
}

const refused: readonly (readonly [query: string, fields: readonly string[]])[] = [
  ['page=0', ['page']],
  ['page=', ['page']],
  ['page=x', ['page']],
  ['page=-1', ['page']],
  ['page=1.0', ['page']],
  ['page=1e1', ['page']],
  ['page=%201', ['page']],
  ['page=+1', ['page']],
  ['page=0x1', ['page']],
  ['page=٣', ['page']],
  ['page=10000001', ['page']],
  ['page=99999999999999999999', ['page']],
  ['page=1&page=2', ['page']],
  ['page=1&page=1', ['page']],
  ['page_size=0', ['page_size']],
  ['page_size=101', ['page_size']],
  ['page_size=all', ['page_size']],
  ['page=0&page_size=0', ['page', 'page_size']],
  ['pages=2', ['pages']],
  ['Page=2', ['Page']],
  ['page=2&status=ok&status=ko&page_size=0', ['page_size', 'status']],
]

for (const [query, fields] of refused) {
  test(`?${query} is refused, naming ${fields.join(' and ')}`, () => {
    assert.throws(
      () => read(query),
      (error) => {
        assert.ok(error instanceof Refused)
        assert.equal(error.code, 'query_invalid')
        assert.deepEqual(Object.keys(error.detail.fields ?? {}).sort(), fields)
        return true
      },
    )
  })
}

const url = 'https://pay.example/orders'
type ViewCase = readonly [
  count: number,
  query: string,
  before: number | null,
  after: number | null,
  previous: string | null,
  next: string | null,
]

const views: readonly ViewCase[] = [
  [0, '', null, null, null, null],
  [25, '', null, null, null, null],
  [26, '', null, 2, null, 'page=2'],
  [26, 'page=2', 1, null, 'page=1', null],
  [75, 'page=2', 1, 3, 'page=1', 'page=3'],
  [3, 'page_size=1', null, 2, null, 'page_size=1&page=2'],
  [3, 'page_size=1&page=2', 1, 3, 'page_size=1&page=1', 'page_size=1&page=3'],
  // Past the end: nothing follows, and the previous page is the last one that exists.
  [26, 'page=3', 2, null, 'page=2', null],
  [26, 'page=99', 2, null, 'page=2', null],
  [0, 'page=99', 1, null, 'page=1', null],
]

for (const [count, text, before, after, previous, next] of views) {
  test(`of ${count} at ?${text}, before is ${before} and after is ${after}`, () => {
    const query = new URLSearchParams(text)
    const view = pageView(['row'], { count, url, query, page: readPage(query) })
    assert.deepEqual(view, {
      cursor: { after, before },
      paging: {
        count,
        next: next && `${url}?${next}`,
        previous: previous && `${url}?${previous}`,
      },
      results: ['row'],
    })
  })
}

test('the links keep every other parameter, repeated ones too, and leave the query alone', () => {
  const query = new URLSearchParams('q=a%20b&status=ok&page=2&status=ko&name=%26%3D')
  const page = { page: 2, pageSize: 25 }
  const { paging } = pageView([], { count: 100, url, query, page })
  const next = new URL(paging.next ?? '')
  assert.deepEqual([...next.searchParams].sort(), [
    ['name', '&='],
    ['page', '3'],
    ['q', 'a b'],
    ['status', 'ko'],
    ['status', 'ok'],
  ])
  assert.equal(new URL(paging.previous ?? '').searchParams.get('page'), '1')
  assert.equal(query.get('page'), '2')
})

test('following after from the first page visits every row once, and before leads back', () => {
  const counts = fc.integer({ min: 0, max: 500 })
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 100 }), (count, pageSize) => {
      const query = new URLSearchParams({ page_size: String(pageSize) })
      let page: number | null = 1
      let rows = 0
      let last = 0
      while (page !== null) {
        const view: ReturnType<typeof pageView> = pageView([], {
          count,
          url,
          query,
          page: { page, pageSize },
        })
        assert.equal(view.cursor.before, last === 0 ? null : last)
        rows += Math.min(pageSize, count - (page - 1) * pageSize)
        last = page
        page = view.cursor.after
      }
      assert.equal(rows, count)
    }),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refused } from '../../platform/refusal.ts'
import { readArticleIds } from './input.ts'

const request = (search: string) => ({ search, slashed: false })

const long = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join()

const readable: readonly (readonly [search: string, ids: readonly string[]])[] = [
  ['article-mid=a', ['a']],
  ['article-mid=a,b', ['a', 'b']],
  ['article-mid=a%2Cb', ['a', 'b']],
  ['article-mid=a&article-mid=b,c', ['a', 'b', 'c']],
  ['article-mid=a+b%20c%2B', ['a b c+']],
  ['article-mid=a=b', ['a=b']],
  ['article-mid=a?b', ['a?b']],
  ['article-mid=a%26article-mid%3Db', ['a&article-mid=b']],
  ['article-mid=%F0%9F%9A%B2', ['🚲']],
  ['article-mid=0', ['0']],
  [`article-mid=${'x'.repeat(128)}`, ['x'.repeat(128)]],
  [`article-mid=${long(500)}`, long(500).split(',')],
]
for (const [search, ids] of readable) {
  test(`?${search.slice(0, 60)} names ${ids.length}`, () => {
    assert.deepEqual(readArticleIds(request(`?${search}`)), ids)
  })
}

const unreadable = [
  '',
  '&',
  'article-mid',
  'article-mid=',
  'article-mid=,',
  'article-mid=a,',
  'article-mid=,a',
  'article-mid=a,,b',
  'article-mid=a&',
  '&article-mid=a',
  'article-mid=a&x=1',
  'x=1',
  'article-mid=a&article-mid',
  'article-mid=a&article-mid=',
  'articlemid=a',
  'article_mid=a',
  'Article-Mid=a',
  'article%2Dmid=a',
  'article-mid[]=a',
  'article-mid-in=a',
  'article-mid=%',
  'article-mid=%zz',
  'article-mid=%C3',
  'article-mid=a,%E0%A4%A',
  'article-mid=%00',
  'article-mid=a%00',
  'dry_run=false',
  '?article-mid=a',
  `article-mid=${'x'.repeat(129)}`,
  `article-mid=${long(501)}`,
]
for (const search of unreadable) {
  test(`?${search.slice(0, 60)} is refused`, () => {
    assert.throws(
      () => readArticleIds(request(`?${search}`)),
      (error) => error instanceof Refused && error.code === 'query_invalid',
    )
  })
}

test('nothing but the absence of a query means all', () => {
  assert.equal(readArticleIds(request('')), undefined)
  assert.throws(() => readArticleIds(request('#article-mid=a')), Refused)
  const property = fc.property(fc.string(), fc.boolean(), (text, named) => {
    const search = named ? `?article-mid=${text}` : text
    if (search === '') return
    try {
      assert.ok((readArticleIds(request(search))?.length ?? 0) > 0)
    } catch (error) {
      assert.ok(error instanceof Refused)
    }
  })
  fc.assert(property)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutToken, withToken } from './token.ts'

const addresses: readonly (readonly [given: string, sent: string])[] = [
  ['https://store.example/n', 'https://store.example/n?access_token=s3cret'],
  ['https://store.example', 'https://store.example?access_token=s3cret'],
  ['https://store.example/n?', 'https://store.example/n?access_token=s3cret'],
  ['https://store.example/n?a=1', 'https://store.example/n?a=1&access_token=s3cret'],
  ['https://store.example/n?a=1&', 'https://store.example/n?a=1&access_token=s3cret'],
  ['https://store.example/n?flag', 'https://store.example/n?flag&access_token=s3cret'],
  ['https://store.example/n?a=%20+b', 'https://store.example/n?a=%20+b&access_token=s3cret'],
  ['https://store.example/n?u=/x?y=1', 'https://store.example/n?u=/x?y=1&access_token=s3cret'],
  ['https://store.example/n#part', 'https://store.example/n?access_token=s3cret#part'],
  ['https://store.example/n?a=1#p?q', 'https://store.example/n?a=1&access_token=s3cret#p?q'],
  ['https://store.example/n#p?q', 'https://store.example/n?access_token=s3cret#p?q'],
]

for (const [given, sent] of addresses) {
  test(`${given} is posted to with the token behind its query`, () => {
    assert.equal(withToken(given, 's3cret').url, sent)
  })
}

test('a token of any characters arrives as it is, in the query and in the header', () => {
  const token = 'a+b/c=?&#% é"'
  const { url, headers } = withToken('https://store.example/n?a=1#f', token)
  const read = new URL(url)
  assert.deepEqual(
    [...read.searchParams],
    [
      ['a', '1'],
      ['access_token', token],
    ],
  )
  assert.equal(read.hash, '#f')
  assert.deepEqual(headers, { authorization: `Bearer ${token}` })
})

test('no stored answer shows the token, in whatever form it came back', () => {
  const token = 'a+b/"c"'
  const echoed = `${token} ${encodeURIComponent(token)} ${JSON.stringify({ token })}`
  assert.equal(withoutToken(echoed, token), '[token] [token] {"token":"[token]"}')
  assert.equal(withoutToken('{"status":"ok"}', token), '{"status":"ok"}')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPassword, parseServerUrl, serverHostOf } from './server-url.ts'

const several = 'postgres://ada:p%40ss@a.example.com:5432,b.example.com:5433/svc'

for (const [text, expected] of [
  ['postgres://localhost/svc', { urls: ['postgres://localhost/svc'], sessions: 'any' }],
  [
    several,
    {
      urls: [
        'postgres://ada:p%40ss@a.example.com:5432/svc',
        'postgres://ada:p%40ss@b.example.com:5433/svc',
      ],
      sessions: 'read-write',
    },
  ],
  [
    'postgresql://a,[::1]:6000/svc?sslmode=verify-full&target_session_attrs=primary',
    {
      urls: [
        'postgresql://a/svc?sslmode=verify-full',
        'postgresql://[::1]:6000/svc?sslmode=verify-full',
      ],
      sessions: 'primary',
    },
  ],
  [
    'postgres://db/svc?target_session_attrs=standby',
    { urls: ['postgres://db/svc'], sessions: 'standby' },
  ],
] as const) {
  test(`${text} names its hosts and its kind of session`, () => {
    assert.deepEqual(parseServerUrl(text), expected)
  })
}

for (const text of ['', 'mysql://a/b', 'postgres://', 'postgres://a:1,b:x/svc', 'a,b']) {
  test(`"${text}" names no server`, () => {
    const fault = 'must begin with postgres:// and name a server'
    assert.deepEqual(parseServerUrl(text), { fault })
  })
}

test('accepts at most sixteen servers', () => {
  const of = (count: number) => parseServerUrl(`postgres://${Array(count).fill('a').join()}/svc`)
  assert.ok('urls' in of(16))
  assert.deepEqual(of(17), { fault: 'must name at most 16 servers' })
})

test('a kind of session that this service does not know is named', () => {
  const parsed = parseServerUrl('postgres://a/b?target_session_attrs=prefer-standby')
  assert.deepEqual(parsed, {
    fault: 'must have a target_session_attrs of any, read-write, read-only, primary, standby',
  })
})

test('a host is shown without its password, which is found in any form', () => {
  assert.equal(serverHostOf('postgres://ada:secret@db:5432/svc'), 'db:5432')
  assert.equal(hasPassword(several), true)
  assert.equal(hasPassword('postgres://a,b/svc?password=x'), true)
  assert.equal(hasPassword('postgres://a/svc?sslcert=c&sslkey=k&sslpassword=x'), true)
  assert.equal(hasPassword('postgres://ada@a,b/svc'), false)
  assert.equal(hasPassword(''), false)
})

for (const [query, fault] of [
  ['sslmode=prefer', 'must have an sslmode of disable, require, verify-ca, verify-full'],
  [
    'sslmode=verify-ca',
    'must have an sslrootcert for verify-ca: anybody gets a public certificate',
  ],
  [
    'sslmode=require&sslrootcert=system',
    'must have an sslmode of verify-full with sslrootcert=system',
  ],
  ['sslmode=require&sslcert=a', 'must have both sslcert and sslkey, or neither'],
  [
    'sslmode=verify-full&sslcrl=a',
    'has sslcrl; of TLS it knows sslmode, sslrootcert, sslcert, sslkey, sslpassword',
  ],
] as const) {
  test(`an address with ${query} is refused, since it would be ignored`, () => {
    assert.deepEqual(parseServerUrl(`postgres://db/svc?${query}`), { fault })
  })
}

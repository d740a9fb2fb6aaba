// The lines of the guide "Running a book", one after the other, on the demo.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import {
  type Client,
  clientOf,
  ended,
  type Json,
  ownServer,
  runProgram,
} from '../running-server.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/running-a-book.md'), 'utf8')
const lines = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  .flatMap(([, text = '']) => text.split('\n'))
  .map((line) => line.replace(/\s+#.*$/, ''))
const paths = lines.flatMap((line) => /^lender '?(\/[^']*?)'?$/.exec(line)?.[1] ?? [])
const commands = lines.flatMap((line) => /^npm run svc -- (lender-keys .*)$/.exec(line)?.[1] ?? [])
const SECOND_MS = 1_000

const server = ownServer()
let lender: Client
before(() => {
  lender = clientOf(server, { key: server.demo.lender_key })
})

async function svc(command: string): Promise<Json> {
  const args = command.split(' ')
  const { code, stdout, stderr } = await ended(
    runProgram('cli.ts', { place: server.place, args, environment: { DEMO: 'yes' } }),
  )
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

test('every request of the guide is answered with something', async () => {
  assert.ok(paths.length >= 10)
  for (const path of paths) {
    const { status, body, text } = await lender('GET', `/lender${path}`)
    assert.equal(status, 200, `${path}: ${text}`)
    const rows = body?.results ?? body?.accounts ?? [text]
    // Nobody of the demo is behind, or has been refused or paid out.
    const mayBeEmpty = /bucket=31|refused|payouts|cash|closings|failures|requests/.test(path)
    assert.ok(rows.length > 0 || mayBeEmpty, path)
  }
  for (const total of (await lender('GET', '/lender/trial-balance')).body.totals) {
    assert.equal(total.balance, 0)
  }
})

test('each id in a list opens', async () => {
  for (const [list, nouns] of [
    ['/lender/stores', ['']],
    ['/lender/orders', ['', '/timeline']],
    ['/lender/loans', ['']],
    ['/lender/decisions', ['']],
  ] as const) {
    const { body } = await lender('GET', `${list}?page_size=2`)
    for (const { id } of body.results) {
      for (const noun of nouns) {
        assert.equal((await lender('GET', `${list}/${id}${noun}`)).status, 200, list)
      }
    }
  }
})

test('a key is created, listed and revoked as in the guide', async () => {
  const [create = '', list = '', revoke = ''] = commands
  const made = await svc(create)
  assert.match(made.key, /^lk_[a-z2-7]{56}$/)
  const client = clientOf(server, { key: made.key })
  assert.equal((await client('GET', '/lender/loans')).status, 200)
  assert.equal((await client('GET', '/lender/stores')).body.error.code, 'scope_missing')
  const listed = await svc(list)
  const own = listed.find((each: Json) => each.kid === made.kid)
  assert.deepEqual([own.name, own.hint.slice(0, 3), 'key' in own], ['reporting', 'lk_', false])
  const revoked = await svc(revoke.replace('ID', made.kid))
  assert.notEqual(revoked.revoked_at, null)
  const limit = Date.now() + SECOND_MS
  let status = 200
  while (status === 200) {
    const since = Date.now()
    status = (await client('GET', '/lender/loans')).status
    if (status === 200) assert.ok(since < limit, 'still let in a second later')
  }
  assert.equal(status, 401)
})

test('a key that no rule allows is refused in a sentence', async () => {
  for (const more of [
    ['--mode', 'live', '--scopes', 'loans:read', '--expires-at', '2099-01-01'],
    ['--mode', 'live', '--scopes', 'loans:read', '--expires-at', '2027-01-01'],
    ['--mode', 'both', '--scopes', 'loans:write,staff:write', '--expires-at', 'soon'],
  ]) {
    const args = ['lender-keys', 'create', '--name', 'x', ...more]
    const environment = { DEMO: 'yes' }
    const program = runProgram('cli.ts', { place: server.place, args, environment })
    const { code, stdout, stderr } = await ended(program)
    assert.notEqual(code, 0)
    assert.equal(stdout, '')
    assert.match(stderr, /expires_at|addresses|--mode|--scopes/)
  }
})

// The requests of the guide on refunds, sent one after the other: its numbers are those answered.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { did, lendingStore, signedOrder } from '../lending.ts'
import { auditOf, type Client, type Json, ownServer } from '../running-server.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/refunds.md'), 'utf8')
const lines = [...guide.matchAll(/^```http\n([\s\S]*?)^```$/gm)]
  .flatMap(([, text = '']) => text.split('\n'))
  .filter((line) => line !== '')
const TERMS = { instalments: { nominal_rate: 824 } }
/** What the names of the guide stand for: orders are made when they are first met. */
const ids = new Map<string, string>()
const makers: Readonly<Record<string, () => Promise<string>>> = {
  later: async () => (await signedOrder(client, 10_000, { product: 'pay_later' })).id,
  spread: () => spreadBy('spread'),
  last: () => spreadBy('last'),
  next: () => spreadBy('next'),
}
const server = ownServer()
let client: Client
/** The first store has a campaign "next summer", which would discount the orders of the guide. */
const lending = () => lendingStore(server, server.demo.other_store, TERMS)

before(async () => {
  client = await lending()
  // At noon what is due on a day has been charged.
  const now = `${new Date().getUTCFullYear() + 1}-03-01T12:00:00`
  assert.equal((await client('POST', '/me/test-clock', { now })).status, 200)
  ids.set('instalments', await running(250_000, 12))
})

async function running(amount: number, count: number): Promise<string> {
  const wish = { product: 'instalments', num_instalments: count }
  const { id } = await signedOrder(client, amount, wish)
  await did(client, `${id}/captures`, { amount })
  return id
}

/** What a buyer signs keeps the setting of that day. */
async function spreadBy(spread: string): Promise<string> {
  assert.equal((await client('PATCH', '/me', { refund_spread: spread })).status, 200)
  client = await lending()
  return running(90_000, 3)
}

async function resolved(path: string): Promise<string> {
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    const id = ids.get(name) ?? (await makers[name]?.())
    assert.ok(id !== undefined, name)
    ids.set(name, id)
  }
  return path.replace(/:(\w+)/g, (_, name: string) => ids.get(name) ?? '')
}

const parsed = (text: string): Json => (text === '' ? undefined : JSON.parse(text))

/** What of an answer the guide shows. */
function shown(answer: Json, expected: Json): Json {
  if (Array.isArray(expected)) {
    return expected.map((each, index) => shown(answer?.[index], each))
  }
  if (typeof expected !== 'object' || expected === null) return answer
  const members = Object.entries(expected)
  return Object.fromEntries(members.map(([name, each]) => [name, shown(answer?.[name], each)]))
}

test('every request of the guide gets the answer shown below it', async () => {
  assert.ok(lines.length > 30 && lines.length % 2 === 0)
  for (let index = 0; index < lines.length; index += 2) {
    const [, method = '', written = '', body = ''] =
      /^(\w+) (\S+) ?(.*)$/.exec(lines[index] ?? '') ?? []
    const [, status = '', answer = ''] = /^(\d{3}) ?(.*)$/.exec(lines[index + 1] ?? '') ?? []
    const path = await resolved(written)
    const reply = await client(method, path, parsed(body))
    assert.equal(reply.status, Number(status), `${lines[index]}: ${reply.text}`)
    const expected = parsed(answer)
    assert.deepEqual(shown(reply.body, expected), expected, lines[index])
    if (method === 'POST' && path.endsWith('/captures')) {
      ids.set(ids.has('first') ? 'second' : 'first', reply.body.id)
    }
  }
})

test('the auditor finds nothing', async () => {
  assert.deepEqual((await auditOf(server)).findings, [])
})

// The lines of the guide "Roles and approvals" on the demo, and an approval whose server is killed.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../../tools/simulate/random.ts'
import { type Desk, deskAt, over } from '../desk.ts'
import { effort } from '../fixtures/effort.ts'
import { seedOf } from '../fixtures/seed.ts'
import {
  auditOf,
  type Client,
  clientOf,
  confirmedOrder,
  type Json,
  ownServer,
} from '../running-server.ts'

const guide = readFileSync(
  join(import.meta.dirname, '../../docs/guides/roles-and-approvals.md'),
  'utf8',
)
const lines = [...guide.matchAll(/^(\w+) (GET|POST|PATCH) '?(\/[^ '\n]+)'?(?: '(.*)')?$/gm)].map(
  ([, role = '', method = '', path = '', body]) => ({ role, method, path, body }),
)
const SANDBOX = { accept: 'application/vnd.svc.sandbox.v1+json' }
/** A hundred take ten minutes and more where other work runs: by themselves. */
const ROUNDS = Number(process.env.APPROVAL_KILLS ?? effort({ short: 10, long: 40 }))
/** Alone up to 500.00. */
const ABOVE = 50_001
const DAY_MS = 86_400_000
const LOOK_MS_MAX = 20_000
const chance = createRandom(seedOf('approvals'))

const server = ownServer()
let store: Client
before(() => {
  store = clientOf(server)
})

/** A person of the demo with one role, in a browser of their own. */
async function personOf(role: string): Promise<Desk['send']> {
  const { base_url: base, backoffice_url: link } = server.demo
  const desk = deskAt(over(base), new URL(base).origin)
  const token = link.split('#')[1]
  for (const [path, body] of [
    ['start', { token }],
    ['people', { role }],
  ] as const) {
    const { status, body: said } = await desk.send('POST', `/demo/desk/${path}`, body)
    assert.equal(status, 200, JSON.stringify(said))
  }
  return (method, path, body) => desk.send(method, path, body, SANDBOX)
}

async function lent(): Promise<{ readonly id: string }> {
  const order = await confirmedOrder(store, 2 * ABOVE)
  const captured = await store('POST', `/orders/${order.id}/captures`, { amount: 2 * ABOVE })
  assert.equal(captured.status, 200, captured.text)
  return order
}

test('each command has the effect that the guide describes', async () => {
  assert.ok(lines.length >= 10, `${lines.length} lines`)
  const people = new Map<string, Desk['send']>()
  const order = await lent()
  const known: Record<string, string> = {
    ...{ LOAN: order.id, END: new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10) },
  }
  const filled = (text: string) => text.replace(/\b[A-Z]{3,}\b/g, (name) => known[name] ?? name)
  const outcomes: string[] = []
  for (const { role, method, path, body } of lines) {
    const send = people.get(role) ?? (await personOf(role))
    people.set(role, send)
    const wish: unknown = body === undefined ? undefined : JSON.parse(filled(body))
    const { status, body: said } = await send(method, filled(path), wish)
    assert.ok(status >= 200 && status < 300, `${role} ${method} ${path}: ${JSON.stringify(said)}`)
    outcomes.push(`${status} ${said.status ?? ''}`.trim())
    const approval: Json = said.approval
    if (approval?.id !== undefined) known.APPROVAL = approval.id
    if (said.effects_hash !== undefined) known.HASH = said.effects_hash
    if (said.key !== undefined) known.KEY = said.id
  }
  assert.deepEqual(
    outcomes.filter((each) => /^20[12]|executed|withdrawn/.test(each)),
    ['202', '200 executed', '202', '200 withdrawn', '201', '201', '201'],
  )
  const lender = clientOf(server, { key: server.demo.lender_key })
  const { body } = await lender('GET', `/lender/loans/${order.id}`)
  assert.equal(body.manual_payments.length, 1)
})

async function untilExecuted(look: () => ReturnType<Desk['send']>): Promise<void> {
  const limit = Date.now() + LOOK_MS_MAX
  while ((await look()).body.status !== 'executed') assert.ok(Date.now() < limit, 'not executed')
}

test('whatever is killed, an approved action is done once, as a retry reports', async (t) => {
  const ends: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const order = await lent()
    const reason = { code: 'payment_received', note: 'Came by transfer.' }
    const wish = { amount: ABOVE, method: 'bank_transfer', reference: `KILL ${round}`, reason }
    const collections = await personOf('collections')
    const paid = await collections('POST', `/lender/loans/${order.id}/payments`, wish)
    assert.equal(paid.status, 202, JSON.stringify(paid.body))
    const path = `/lender/approvals/${paid.body.approval.id}`
    const { effects_hash: hash } = paid.body.approval
    const approve = async () =>
      (await personOf('finance'))('POST', `${path}/approve`, { effects_hash: hash })
    const finance = await personOf('finance')
    const lost = finance('POST', `${path}/approve`, { effects_hash: hash }).catch(() => undefined)
    // Somewhere on its way, or as soon as it is committed.
    if (round % 2 === 0) await pause(chance.fraction() * 120)
    else await untilExecuted(() => collections('GET', path))
    await server.kill()
    await lost
    await server.restart()
    store = clientOf(server)
    const lender = clientOf(server, { key: server.demo.lender_key })
    const amountPaid = async () =>
      (await lender('GET', `/lender/loans/${order.id}`)).body.loan.paid_amount
    const { body: left } = await (await personOf('finance'))('GET', path)
    assert.equal(await amountPaid(), left.status === 'executed' ? ABOVE : 0, left.status)
    const again = await approve()
    const said = again.status === 200 ? again.body.status : again.body.error.message
    ends.push(`${left.status}: ${said}`)
    const expected = left.status === 'executed' ? 'The approval is executed' : 'executed'
    assert.equal(said, expected)
    assert.equal((await approve()).body.error.code, 'approval_ended')
    assert.equal(await amountPaid(), ABOVE)
  }
  const committed = ends.filter((end) => end.startsWith('executed')).length
  t.diagnostic(`${ROUNDS} kills, ${committed} of them after the commit`)
  assert.equal(ends.length, ROUNDS, ends.join())
  // As often as the test waited for the commit, if not more often.
  assert.ok(committed >= Math.floor(ROUNDS / 2), ends.join())
  assert.deepEqual((await auditOf(server)).findings, [])
})

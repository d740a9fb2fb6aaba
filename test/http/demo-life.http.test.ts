// The life of the demo: the same each time, by the service's own rules, whole after any stop.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { queryServer } from '../postgres-faults.ts'
import {
  auditOf,
  type Client,
  clientOf,
  type Json,
  type RunningServer,
  startServer,
} from '../running-server.ts'

const FILLED = /the demo is filled/
const TRIES_MAX = 4_000
const LIFE = { DEMO_LIFE: 'on' }

let server: RunningServer
let send: Client
before(async () => {
  server = await startServer(LIFE)
  send = lenderOf(server)
  await logged(server, FILLED)
})
after(() => server.remove())

const lenderOf = (of: RunningServer): Client => clientOf(of, { key: of.demo.lender_key })

async function logged({ log }: RunningServer, what: RegExp): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if (what.test(log())) return
    await pause(50)
  }
  throw new Error(`nobody wrote ${what}: ${log().slice(-2_000)}`)
}

async function all(client: Client, path: string): Promise<Json[]> {
  const rows: Json[] = []
  for (let page = 1; ; page++) {
    const sign = path.includes('?') ? '&' : '?'
    const reply = await client('GET', `${path}${sign}page_size=100&page=${page}`)
    assert.equal(reply.status, 200, reply.text)
    rows.push(...reply.body.results)
    if (rows.length >= reply.body.paging.count) return rows
  }
}

/** What does not depend on ids: which orders there are, and what became of them. */
async function figuresOf(client: Client): Promise<string[]> {
  const orders = await all(client, '/lender/orders')
  const lines = orders.map((each) =>
    [
      ...[each.mid, each.status, each.financing_status, each.total_amount],
      ...[each.captured_amount, each.refunded_amount, each.owed_amount, each.overdue_amount],
    ].join(' '),
  )
  return lines.filter((line) => !line.startsWith('demo-')).sort()
}

test('every screen of the desk has something true to show', async () => {
  const loans = await all(send, '/lender/loans')
  const buckets = Map.groupBy(loans, ({ bucket }) => bucket)
  for (const bucket of ['current', '1-30', '31-60', '61-90', '90+']) {
    assert.ok((buckets.get(bucket)?.length ?? 0) > 0, `nobody is in ${bucket}`)
  }
  const states = new Set(loans.map(({ state }) => state))
  for (const state of ['running', 'in_arrears', 'paid_off', 'written_off', 'waiting']) {
    assert.ok(states.has(state), `no loan is ${state}: ${[...states]}`)
  }
  const orders = await all(send, '/lender/orders?status=pending&status=complete')
  assert.ok(orders.some(({ refunded_amount: refunded }) => refunded > 0))
  const stores = await all(send, '/lender/stores')
  assert.equal(stores.length, 6)
  assert.ok(stores.some(({ state }) => state === 'suspended'))
  const refused = await all(send, '/lender/decisions?outcome=refused')
  assert.ok(refused.some(({ review }) => review === null))
  assert.ok(refused.some(({ review }) => review !== null))
  const checked = await all(send, '/lender/decisions?outcome=checked')
  assert.ok(checked.length > 0)
  assert.ok((await all(send, '/lender/payouts')).length > 20)
  const people = await all(send, '/lender/people')
  assert.ok(people.some(({ blocked }) => blocked !== null && blocked !== false))
  const actions = await all(send, '/lender/actions?principal-kind=lender_person')
  for (const name of ['loan.note', 'loan.promise', 'loan.pay', 'person.block', 'decision.review']) {
    assert.ok(
      actions.some(({ action }) => action === name),
      `nobody did ${name}`,
    )
  }
})

test('promises are broken, a webhook fails, and something waits for a second person', async () => {
  const headers = {
    'x-desk': '1',
    origin: server.demo.base_url,
    'content-type': 'application/json',
  }
  const accept = 'application/vnd.svc.sandbox.v1+json'
  const token = server.demo.backoffice_url.split('#')[1]
  const post = (path: string, body: object, cookie = '') =>
    fetch(server.demo.base_url + path, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { ...headers, accept, cookie },
    })
  const cookieOf = (reply: Response) => reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const todayOf = async (role: string) => {
    const admin = cookieOf(await post('/demo/desk/start', { token }))
    const cookie = cookieOf(await post('/demo/desk/people', { role }, admin))
    const reply = await fetch(`${server.demo.base_url}/lender/me/today`, {
      headers: { accept, cookie },
    })
    return (await reply.json()) as Json
  }
  assert.match(server.demo.backoffice_url, /\/desk\/start\?mode=sandbox#demo_/)
  const { promises, failures, approvals } = await todayOf('collections')
  assert.ok(promises.count >= 2, JSON.stringify(promises))
  assert.equal(failures.count, 1)
  // The maker does not decide.
  assert.equal(approvals.count, 0)
  for (let tries = 0; (await todayOf('finance')).approvals.count === 0; tries++) {
    assert.ok(tries < 100, 'the demo has no pending approval')
    await pause(50)
  }
})

test('its books are sound, and a restart adds nothing', async () => {
  const before = await figuresOf(send)
  assert.ok(before.length > 100, `${before.length}`)
  assert.equal(await server.stop(), 0)
  assert.deepEqual((await auditOf(server)).findings, [])
  await server.restart()
  send = lenderOf(server)
  assert.deepEqual(await figuresOf(send), before)
})

/** A few times, while it works; the embedded database has none to lose. */
async function loseConnections({ place, log }: RunningServer): Promise<void> {
  const { databaseUrl } = place
  if (databaseUrl === undefined) return
  for (let times = 0; times < 5 && !FILLED.test(log()); times++) {
    await queryServer(
      databaseUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    await pause(200)
  }
}

test('it is the same each time, and a killed process continues', async () => {
  const other = await startServer(LIFE)
  try {
    await logged(other, /the demo is being filled/)
    await other.kill()
    await other.restart()
    await loseConnections(other)
    await logged(other, FILLED)
    const [own, others] = [await figuresOf(send), await figuresOf(lenderOf(other))]
    const missing = own.filter((line) => !others.includes(line))
    // What was under way when the power went may have been left by its buyer.
    assert.ok(missing.length <= 2, missing.join('\n'))
    assert.equal(await other.stop(), 0)
    assert.deepEqual((await auditOf(other)).findings, [])
  } finally {
    await other.remove()
  }
})

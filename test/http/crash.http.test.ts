// A killed server must lose nothing that it acknowledged, and a retry with the same key must do
// nothing twice.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../../tools/simulate/random.ts'
import { effort } from '../fixtures/effort.ts'
import { seedOf } from '../fixtures/seed.ts'
import {
  auditOf,
  checkoutBody,
  clientOf,
  confirmedOrder,
  newMid,
  ownServer,
  type Reply,
  runProgram,
} from '../running-server.ts'

const ORDERS = 40
const TOTAL = 100_000
const KILLS = effort({ short: 2, long: 4 })
const WORKERS = 16
const WORK_BETWEEN_KILLS = 120
const WORK_MS_MAX = 60_000
const ANSWER_MS_MAX = 120_000
const chance = createRandom(seedOf('crash'))

const server = ownServer()
const client = clientOf(server)

type Wish = {
  readonly mid: string
  readonly kind: 'captures' | 'void' | 'refund' | 'checkout'
  readonly amount: number
  readonly key: string
}
type Noted = Wish & { readonly status: number; readonly text: string }

function send({ mid, kind, amount, key }: Wish): Promise<Reply> {
  const keyed = { 'idempotency-key': key }
  return kind === 'checkout'
    ? client('POST', '/checkout', checkoutBody(mid, amount), keyed)
    : client('POST', `/orders/${mid}/${kind}`, { amount }, keyed)
}

/** Sends until it gets an answer; whether an attempt that broke off took effect is not known. */
async function sendUntilAnswered(wish: Wish): Promise<Noted> {
  const limit = Date.now() + ANSWER_MS_MAX
  while (Date.now() < limit) {
    try {
      const reply = await send(wish)
      if (reply.status !== 503 && reply.status !== 429 && reply.text !== '') {
        if (reply.body?.error?.code !== 'request_in_progress') return { ...wish, ...reply }
      }
    } catch {
      // The connection broke: the server is down.
    }
    await pause(20)
  }
  throw new Error(`no answer to ${wish.kind} of ${wish.mid}`)
}

function randomWish(mids: readonly string[]): Wish {
  const key = randomUUID()
  const amount = chance.between(1, 300)
  const kinds = ['captures', 'captures', 'void', 'refund', 'checkout'] as const
  const kind = chance.pick(kinds)
  if (kind === 'checkout') return { mid: newMid(), kind, amount: TOTAL, key }
  return { mid: chance.pick(mids), kind, amount, key }
}

/** Kills it under load each time it has done some work, and once more while it starts. */
async function killAgainAndAgain(notebook: readonly Noted[]): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = notebook.length + WORK_BETWEEN_KILLS
    const limit = Date.now() + WORK_MS_MAX
    while (notebook.length < enough && Date.now() < limit) await pause(10)
    await pause(chance.fraction() * 200)
    await server.kill()
    const starting = runProgram('main.ts', { place: server.place })
    await pause(chance.fraction() * 2_000)
    starting.kill('SIGKILL')
    if (starting.exitCode === null && starting.signalCode === null) await once(starting, 'exit')
    await server.restart()
  }
}

test('kill -9 under load loses nothing acknowledged and does nothing twice', async () => {
  const mids: string[] = []
  for (let index = 0; index < ORDERS; index++) mids.push((await confirmedOrder(client, TOTAL)).mid)
  const notebook: Noted[] = []
  let killing = true
  const work = async () => {
    while (killing) notebook.push(await sendUntilAnswered(randomWish(mids)))
  }
  const kills = killAgainAndAgain(notebook).finally(() => {
    killing = false
  })
  await Promise.all([kills, ...Array.from({ length: WORKERS }, work)])

  const succeeded = notebook.filter(({ status }) => status === 200 || status === 201)
  assert.ok(succeeded.length > 200, `only ${succeeded.length} of ${notebook.length} succeeded`)
  for (const { status, text } of notebook) assert.ok([200, 201, 400, 409].includes(status), text)
  await sameAsNotebook(mids, succeeded)
  await sameReplays(succeeded.slice(-100))
  for (const { mid, text } of succeeded.filter((each) => each.kind === 'checkout')) {
    const { body } = await client('GET', `/orders/${mid}`)
    assert.equal(body.id, JSON.parse(text).id)
  }
  const { findings, code } = await auditOf(server)
  assert.deepEqual(findings, [])
  assert.equal(code, 0)
})

async function sameAsNotebook(mids: readonly string[], succeeded: readonly Noted[]): Promise<void> {
  for (const mid of mids) {
    const noted = (kind: Wish['kind']) =>
      succeeded
        .filter((each) => each.mid === mid && each.kind === kind)
        .reduce((sum, { amount }) => sum + amount, 0)
    const { body } = await client('GET', `/orders/${mid}`)
    assert.equal(body.captured_amount, noted('captures'))
    assert.equal(body.voided_amount, noted('void'))
    assert.equal(body.refunded_amount, noted('refund'))
    const captures = await client('GET', `/orders/${mid}/captures`)
    const ids = captures.body.results.map(({ id }: { id: string }) => id).sort()
    const acknowledged = succeeded.filter((each) => each.mid === mid && each.kind === 'captures')
    assert.deepEqual(ids, acknowledged.map(({ text }) => JSON.parse(text).id).sort())
  }
}

async function sameReplays(succeeded: readonly Noted[]): Promise<void> {
  for (const noted of succeeded) {
    const again = await send(noted)
    assert.equal(again.text, noted.text)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  }
}

// A killed server must lose nothing that it acknowledged, and a retry with the same key must do
// nothing twice.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  auditOf,
  type Client,
  clientOf,
  confirmedOrder,
  type RunningServer,
  startServer,
} from '../running-server.ts'

const ORDERS = 40
const TOTAL = 100_000
const KILLS = 4
const WORKERS = 16

let server: RunningServer
let client: Client

before(async () => {
  server = await startServer()
  client = clientOf(server)
})
after(() => server.remove())

type Wish = {
  readonly mid: string
  readonly kind: 'captures' | 'void' | 'refund'
  readonly amount: number
  readonly key: string
}
type Noted = Wish & { readonly status: number; readonly text: string }

/** Sends until it gets an answer; whether an attempt that broke off took effect is not known. */
async function sendUntilAnswered({
  mid,
  kind,
  amount,
  key,
}: Wish): Promise<{ status: number; text: string }> {
  for (;;) {
    try {
      const reply = await client(
        'POST',
        `/orders/${mid}/${kind}`,
        { amount },
        { 'idempotency-key': key },
      )
      if (reply.status !== 503 && reply.status !== 429 && reply.text !== '') {
        if (reply.body?.error?.code !== 'request_in_progress') return reply
      }
    } catch {
      // The connection broke: the server is down.
    }
    await pause(20)
  }
}

function randomWish(mids: readonly string[]): Wish {
  const mid = mids[Math.floor(Math.random() * mids.length)] ?? ''
  const kinds = ['captures', 'captures', 'void', 'refund'] as const
  const kind = kinds[Math.floor(Math.random() * kinds.length)] ?? 'captures'
  return { mid, kind, amount: 1 + Math.floor(Math.random() * 300), key: randomUUID() }
}

async function killAgainAndAgain(): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(300 + Math.random() * 900)
    await server.kill()
    await server.restart()
  }
}

test('kill -9 under load loses nothing acknowledged and does nothing twice', async () => {
  const mids: string[] = []
  for (let index = 0; index < ORDERS; index++) mids.push((await confirmedOrder(client, TOTAL)).mid)
  const notebook: Noted[] = []
  let killing = true
  const work = async () => {
    while (killing) {
      const wish = randomWish(mids)
      notebook.push({ ...wish, ...(await sendUntilAnswered(wish)) })
    }
  }
  const kills = killAgainAndAgain().finally(() => {
    killing = false
  })
  await Promise.all([kills, ...Array.from({ length: WORKERS }, work)])

  const succeeded = notebook.filter(({ status }) => status === 200)
  assert.ok(succeeded.length > 200, `only ${succeeded.length} of ${notebook.length} succeeded`)
  for (const { status, text } of notebook) assert.ok([200, 400, 409].includes(status), text)
  await sameAsNotebook(mids, succeeded)
  await sameReplays(succeeded.slice(-100))
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
  for (const { mid, kind, amount, key, text } of succeeded) {
    const again = await client(
      'POST',
      `/orders/${mid}/${kind}`,
      { amount },
      { 'idempotency-key': key },
    )
    assert.equal(again.text, text)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  }
}

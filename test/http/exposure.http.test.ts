// One person signs at two stores through two processes: never above the limit of the lender.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { tokenIn } from '../buyers.ts'
import { effort } from '../fixtures/effort.ts'
import { newBuyer } from '../fixtures/scenario.ts'
import {
  type Client,
  checkoutBody,
  clientOf,
  newMid,
  type RunningServer,
  startServer,
} from '../running-server.ts'
import { startSecond } from '../second-server.ts'

const SECRET_KEY = 'a secret key for tests only'
const ROUNDS = effort({ short: 25, long: 200 })
const LIMIT = 100_000

if (process.env.TEST_DATABASE === 'postgres') {
  test('two signatures of one person at two stores never exceed the limit', async () => {
    const server = await startServer({ SECRET_KEY })
    const second = await startSecond(server, { SECRET_KEY }).catch(async (error: unknown) => {
      await server.stop()
      throw error
    })
    try {
      const one = clientOf(server)
      const other = clientOf(second, { key: server.demo.other_store.private_key })
      const settings = { decision: { sandbox: 'rules', open_amount_max: LIMIT } }
      for (const client of [one, other]) {
        assert.equal((await client('PATCH', '/me', settings)).status, 200)
      }
      for (let round = 0; round < ROUNDS; round++) {
        const { document_id } = newBuyer()
        const sign = (client: Client) => signed(client, document_id)
        // Every other one is known already: what serialises is the lock, not their first row.
        if (round % 2 === 0) assert.equal(await signed(one, document_id, 1_000), 'ok')
        const states = await Promise.all([one, other].map(sign))
        // Whichever comes second finds what the first one owes.
        assert.deepEqual(states.toSorted(), ['ko_generic', 'ok'], `round ${round}`)
      }
    } finally {
      await second.remove()
      await server.stop()
    }
  })

  test('a person locked by another process is refused on every way to a signature', async () => {
    const server = await startServer()
    try {
      const client = clientOf(server)
      const settings = { decision: { sandbox: 'rules', open_amount_max: LIMIT } }
      assert.equal((await client('PATCH', '/me', settings)).status, 200)
      const buyer = newBuyer()
      assert.equal(await signed(client, buyer.document_id, LIMIT - 2_000), 'ok')
      const [data, small, byTool] = [
        await open(server, client),
        await open(server, client, 1_000),
        await open(server, client),
      ]
      const person = { ...buyer, first_name: 'Ada', last_name: 'Prueba', phone: '600000000' }
      assert.equal((await small.holder('PUT', `${small.path}/buyer`, person)).status, 204)
      const declined = () => data.holder('PUT', `${data.path}/buyer`, person)
      await holding(server.place.databaseUrl, buyer.document_id, async () => {
        for (const { status, text, body, headers } of [
          await declined(),
          await small.holder('POST', `${small.path}/accept`, { product: 'instalments' }),
          await client(
            'POST',
            `/sandbox/checkouts/${byTool.id}/complete`,
            wishOf(buyer.document_id),
          ),
        ]) {
          assert.deepEqual([status, body.error.code], [429, 'exposure_busy'], text)
          assert.equal(headers.get('retry-after'), '1')
        }
      })
      assert.equal((await declined()).status, 204)
      const { status } = (await client('GET', `/checkout/${data.id}/status`)).body
      assert.equal(status, 'ko')
    } finally {
      await server.stop()
    }
  })
}

async function open(server: RunningServer, client: Client, amount = 60_000) {
  const made = await client('POST', '/checkout', checkoutBody(newMid(), amount))
  assert.equal(made.status, 201, made.text)
  const { id, checkout_url } = made.body
  const holder = clientOf(server, { key: tokenIn(checkout_url) })
  return { id: id as string, path: `/checkout/${id}`, holder }
}

const wishOf = (document_id: string) => ({ document_id, product: 'instalments' })

/** Keeps the person's row locked, as another process of the service would. */
async function holding(url: string | undefined, document: string, work: () => Promise<void>) {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  try {
    await holder.query('BEGIN')
    const { rowCount } = await holder.query(
      'SELECT 1 FROM persons WHERE document_number = $1 FOR NO KEY UPDATE',
      [document],
    )
    assert.equal(rowCount, 1)
    await work()
  } finally {
    await holder.end()
  }
}

async function signed(client: Client, document_id: string, amount = 60_000): Promise<string> {
  const made = await client('POST', '/checkout', checkoutBody(newMid(), amount))
  assert.equal(made.status, 201)
  const { status, body: answer } = await client(
    'POST',
    `/sandbox/checkouts/${made.body.id}/complete`,
    wishOf(document_id),
  )
  assert.equal(status, 200)
  return answer.status === 'ko' ? answer.status_reason : 'ok'
}

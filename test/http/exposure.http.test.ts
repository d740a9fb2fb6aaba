// One person signs at two stores through two processes: never above the limit of the lender.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effort } from '../fixtures/effort.ts'
import { newBuyer } from '../fixtures/scenario.ts'
import { type Client, checkoutBody, clientOf, newMid, startServer } from '../running-server.ts'
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
        // Known already: what serialises is the lock, not their first row.
        assert.equal(await signed(one, document_id, 1_000), 'ok')
        const states = await Promise.all([one, other].map(sign))
        // Whichever comes second finds what the first one owes.
        assert.deepEqual(states.toSorted(), ['ko_generic', 'ok'], `round ${round}`)
      }
    } finally {
      await second.remove()
      await server.stop()
    }
  })
}

async function signed(client: Client, document_id: string, amount = 60_000): Promise<string> {
  const made = await client('POST', '/checkout', checkoutBody(newMid(), amount))
  assert.equal(made.status, 201)
  const body = { document_id, product: 'instalments' }
  const { status, body: answer } = await client(
    'POST',
    `/sandbox/checkouts/${made.body.id}/complete`,
    body,
  )
  assert.equal(status, 200)
  return answer.status === 'ko' ? answer.status_reason : 'ok'
}

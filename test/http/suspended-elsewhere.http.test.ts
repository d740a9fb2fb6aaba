// A store is suspended in one process, and signs in another: refused from the answer on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  auditOf,
  checkoutBody,
  clientOf,
  ended,
  newMid,
  runProgram,
  startServer,
} from '../running-server.ts'
import { startSecond } from '../second-server.ts'

const SECRET_KEY = 'a secret key for tests only'
const ROUNDS = 4
const MEMORY_MS_MAX = 1_000
const reason = { code: 'fraud', note: 'Complaints of buyers.' }

if (process.env.TEST_DATABASE === 'postgres') {
  test('a store suspended in one process is refused in the other in the same second', async () => {
    const server = await startServer({ SECRET_KEY })
    const second = await startSecond(server, { SECRET_KEY }).catch(async (error: unknown) => {
      await server.remove()
      throw error
    })
    try {
      const { store_id: id, lender_key: key, private_key } = server.demo
      const lender = clientOf(server, { key })
      const elsewhere = clientOf(second, { key: private_key })
      const open = async () => {
        const { status, body, text } = await elsewhere(
          ...(['POST', '/checkout', checkoutBody(newMid(), 40_000)] as const),
        )
        assert.equal(status, 201, text)
        return `/sandbox/checkouts/${body.id}/complete`
      }
      const wish = { product: 'pay_in_4' }
      const sign = async (path: string) => (await elsewhere('POST', path, wish)).body
      for (let round = 0; round < ROUNDS; round++) {
        const [during, after] = [await open(), await open()]
        const [suspended, beside] = await Promise.all([
          lender('POST', `/lender/stores/${id}/suspend`, { reason }),
          sign(during),
        ])
        assert.equal(suspended.status, 200, suspended.text)
        // Before it or after it.
        assert.ok(beside.error === undefined || beside.error.code === 'store_suspended')
        assert.equal((await sign(after)).error?.code, 'store_suspended', `round ${round}`)
        const limit = Date.now() + MEMORY_MS_MAX
        const begin = () => elsewhere('POST', '/checkout', checkoutBody(newMid(), 40_000))
        while ((await begin()).status !== 403) assert.ok(Date.now() < limit, 'still remembered')
        const args = ['stores', 'resume', '--store', id, '--mode', 'sandbox', '--note', 'Lifted.']
        const resumed = await ended(
          runProgram('cli.ts', { place: server.place, args, environment: { SECRET_KEY } }),
        )
        assert.equal(resumed.code, 0, resumed.stderr)
        while ((await begin()).status !== 201);
      }
      assert.deepEqual((await auditOf(server, { SECRET_KEY })).findings, [])
    } finally {
      await second.remove()
      await server.remove()
    }
  })
}

// Live mode where nobody can take payments: what a demo began there does not go on without it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goLive, LIVE } from '../live-server.ts'
import { checkoutBody, clientOf, newMid, ownServer } from '../running-server.ts'

const SECRET_KEY = 'the secret key of a demo that ends'
const server = ownServer({ SECRET_KEY })

test('the buyer of a live checkout in a demo cannot say that they passed the check', async () => {
  const demoLive = clientOf(server, { accept: LIVE })
  const { body } = await demoLive('POST', '/checkout', checkoutBody(newMid(), 40_000))
  const token = new URL(body.checkout_url).hash.slice(1)
  const now = await goLive(server, { SECRET_KEY })
  try {
    const buyer = clientOf(now, { accept: LIVE, key: token })
    const checked = await buyer('POST', `/checkout/${body.id}/challenge`, { outcome: 'pass' })
    assert.deepEqual([checked.status, checked.body.error.code], [403, 'sandbox_only'])
    const signed = await buyer('POST', `/checkout/${body.id}/accept`, { product: 'pay_in_4' })
    assert.deepEqual([signed.status, signed.body.error.code], [503, 'live_not_configured'])
    const number = { number: '4111111111111111', expiry: '12/49', cvc: '123' }
    const entered = await buyer('POST', `/sandbox/checkouts/${body.id}/cards`, number)
    assert.deepEqual([entered.status, entered.body.error.code], [403, 'sandbox_only'])
    const frame = `/sandbox/card-frame?checkout=${body.id}&origin=${now.demo.base_url}`
    const live = clientOf(now, { accept: LIVE })
    const framed = await live('GET', frame)
    assert.deepEqual([framed.status, framed.body.error.code], [403, 'sandbox_only'])
    const simulated = await live('GET', '/instalment-plan-simulator?amount=40000')
    const { status, body: refused } = simulated
    assert.deepEqual([status, refused.error.code], [403, 'financing_unavailable'])
    const offline = await live('POST', '/checkout/offline', checkoutBody(newMid(), 40_000))
    assert.deepEqual([offline.status, offline.body.error.code], [503, 'live_not_configured'])
    // It will not be otherwise in a second.
    assert.equal(offline.headers.get('retry-after'), null)
  } finally {
    await now.stop()
  }
})

// A change of settings is true for the next request on the same process.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  type Client,
  checkoutBody,
  clientOf,
  type Json,
  newMid,
  ownServer,
} from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)
let page: Client

before(() => {
  page = clientOf(server, { key: server.demo.public_key })
})

test('a hundred times: the checkout after a change has the new terms', async () => {
  const { products } = (await client('GET', '/me')).body
  const upTo = (max_amount: number) => ({
    products: products.map((each: Json) => ({ ...each, max_amount })),
  })
  const answers: string[] = []
  for (let round = 0; round < 100; round++) {
    const financed = round % 2 === 1
    const changed = await client('PATCH', '/me', upTo(financed ? 60_000 : 40_000))
    assert.equal(changed.status, 200, changed.text)
    const created = await client('POST', '/checkout', checkoutBody(newMid(), 50_000))
    const button = await page('GET', '/checkout/button?amount=50000&currency=EUR')
    const wanted = financed ? '201 201' : '403 403'
    if (`${created.status} ${button.status}` !== wanted) answers.push(`round ${round}`)
  }
  assert.deepEqual(answers, [])
})

// Before the store has confirmed, a withdrawal ends the order; papers and loan name one last day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loanOf } from '../lending.ts'
import {
  auditOf,
  checkoutBody,
  clientOf,
  confirmedOrder,
  type Json,
  newMid,
  ownServer,
} from '../running-server.ts'
import { messagesOf, ok, openShop } from '../shop.ts'

const MINUTE = { timeout: 60_000 }
const server = ownServer()
const client = clientOf(server)

async function signed(wish: object, url?: string): Promise<string> {
  const merchant = url === undefined ? {} : { merchant: { notification_url: url } }
  const created = await client('POST', '/checkout', checkoutBody(newMid(), 50_000, merchant))
  assert.equal(created.status, 201, created.text)
  const path = `/sandbox/checkouts/${created.body.id}/complete`
  const reply = await client('POST', path, wish)
  assert.equal(reply.status, 200, reply.text)
  return created.body.id
}

const withdraw = (id: string, query = '') =>
  client('POST', `/orders/${id}/loan/withdrawal${query}`, undefined)
const orderOf = async (id: string) => (await client('GET', `/orders/${id}`)).body

test('while the store’s confirmation is pending, a withdrawal ends the order', MINUTE, async () => {
  // It says that it is not there whenever it is asked, and takes every other message.
  const shop = await openShop(({ body }) =>
    body.status_reason === 'confirmation_required' ? { status: 503, text: '' } : ok,
  )
  const id = await signed({ product: 'pay_in_4' }, shop.url)
  const tried = await withdraw(id, '?dry_run=true')
  assert.deepEqual([tried.status, Object.keys(tried.body)], [200, ['effects']], tried.text)
  assert.equal((await orderOf(id)).status_reason, 'confirmation_required')
  const reply = await withdraw(id)
  assert.deepEqual([reply.status, reply.text], [204, ''])
  const ended = await orderOf(id)
  assert.deepEqual(
    [ended.status, ended.financing_status, ended.status_reason, ended.rejection_reason],
    ['cancelled', 'ko', 'confirmation_rejected_by_merchant', 'the buyer has withdrawn'],
  )
  const messages = await messagesOf(shop, id, 'ko')
  shop.close()
  assert.equal(messages.at(-1)?.body.status_reason, 'confirmation_rejected_by_merchant')
  const again = await withdraw(id)
  assert.deepEqual([again.status, again.body.error.code], [409, 'order_cancelled'])
  const captured = await client('POST', `/orders/${id}/captures`, { amount: 1 })
  assert.equal(captured.body.error.code, 'order_cancelled')
})

test('a buyer in the identity check may withdraw; without a signature nobody can', async () => {
  const id = await signed({ document_id: '99999995C', challenge: 'leave' })
  assert.equal((await orderOf(id)).status_reason, 'challenge_required')
  assert.equal((await withdraw(id)).status, 204)
  assert.equal((await orderOf(id)).financing_status, 'ko')
  const open = await client('POST', '/checkout', checkoutBody(newMid(), 50_000))
  const refused = await withdraw(open.body.id)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'order_not_confirmed'])
})

test('a withdrawal that is sent again with its key is one', async () => {
  const id = await signed({ document_id: '99999995C', challenge: 'leave' })
  const key = { 'idempotency-key': newMid() }
  const path = `/orders/${id}/loan/withdrawal`
  const replies = [
    await client('POST', path, undefined, key),
    await client('POST', path, undefined, key),
  ]
  assert.deepEqual(
    replies.map(({ status, headers }) => [status, headers.get('idempotent-replayed')]),
    [
      [204, null],
      [204, 'true'],
    ],
  )
})

const MONTHS = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre'],
  ...['octubre', 'noviembre', 'diciembre'],
]

test('agreement, form, statement and loan name the same last day', async () => {
  const { id } = await confirmedOrder(client, 45_000)
  const { withdrawable_until: until } = await loanOf(client, id)
  const [year, month, date] = until.split('-').map(Number)
  const written = `${date} de ${MONTHS[month - 1]} de ${year}`
  const { results } = (await client('GET', `/orders/${id}/documents`)).body
  const kinds: string[] = results.map(({ kind }: Json) => kind)
  assert.deepEqual(kinds, ['pre_contract', 'agreement', 'statement', 'withdrawal_form'])
  for (const kind of kinds) {
    const { text } = await client('GET', `/orders/${id}/documents/${kind}.html`)
    assert.ok(text.includes(written), `${kind} does not name ${written}`)
    assert.doesNotMatch(text, /hasta el día de la devolución/)
  }
})

test('the auditor finds nothing', async () => {
  assert.deepEqual((await auditOf(server)).findings, [])
})

/** A store that lends, over HTTP: its terms, its time, and what its buyers owe. */
import assert from 'node:assert/strict'
import { scopes } from '../packages/api/src/index.ts'
import type { DemoKeys } from './ready-demo.ts'
import {
  type Client,
  type Confirmed,
  checkoutBody,
  clientOf,
  type Json,
  newMid,
  type RunningServer,
  reaches,
} from './running-server.ts'

type Terms = Readonly<Record<string, unknown>>

/** A client of a sandbox store with terms of its own per product, whose clock stands still. */
export async function lendingStore(
  { demo }: RunningServer,
  { private_key: key }: Pick<DemoKeys, 'private_key'>,
  terms: Readonly<Record<string, Terms>>,
): Promise<Client> {
  const settings = clientOf({ demo }, { key })
  const products = (await settings('GET', '/me')).body.products.map((each: Json) => {
    return { ...each, ...terms[each.type] }
  })
  const changed = await settings('PATCH', '/me', { products })
  assert.equal(changed.status, 200, changed.text)
  // What is remembered of the store for a moment is remembered by key.
  const wish = { name: 'lending', kind: 'private', scopes }
  const made = await settings('POST', '/me/api-keys', wish)
  const client = clientOf({ demo }, { key: made.body.key })
  await advance(client, undefined)
  return client
}

/** Lets so much of the store's time pass; answers the day on which it then stands still. */
export async function advance(client: Client, duration: string | undefined): Promise<string> {
  const wish = duration === undefined ? {} : { advance: duration }
  const { status, body, text } = await client('POST', '/me/test-clock', wish)
  assert.equal(status, 200, text)
  return dayAt(body.now)
}

/** The date that a clock in Madrid shows, where the demo's stores are. */
function dayAt(moment: string): string {
  return new Date(moment).toLocaleDateString('sv', { timeZone: 'Europe/Madrid' })
}

/** An order that its buyer signed like this and the store confirmed. */
export async function signedOrder(
  client: Client,
  amount: number,
  wish: Readonly<Record<string, unknown>>,
): Promise<Confirmed> {
  const mid = newMid()
  const created = await client('POST', '/checkout', checkoutBody(mid, amount))
  assert.equal(created.status, 201, created.text)
  const { id } = created.body
  const signed = await client('POST', `/sandbox/checkouts/${id}/complete`, wish)
  assert.equal(signed.status, 200, signed.text)
  await reaches(client, id, '')
  return { id, mid }
}

export async function loanOf(client: Client, id: string): Promise<Json> {
  const { status, body, text } = await client('GET', `/orders/${id}/loan`)
  assert.equal(status, 200, text)
  assertWhole(body)
  return body
}

/** What is done to an order, which has to succeed. */
export async function did(client: Client, path: string, body?: unknown): Promise<Json> {
  const reply = await client('POST', `/orders/${path}`, body)
  assert.ok(reply.status === 200 || reply.status === 204, `${path}: ${reply.text}`)
  return reply.body
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)

/** The sums of a loan are those of its instalments. */
function assertWhole(loan: Json): void {
  const { instalments } = loan
  for (const each of instalments) {
    const { amount, capital, interest, fee, late_charge, settled_amount, open_amount } = each
    assert.equal(amount, capital + interest + fee + late_charge)
    assert.equal(amount, settled_amount + open_amount)
  }
  assert.equal(loan.open_amount, sum(instalments.map((each: Json) => each.open_amount)))
  assert.ok(loan.owed_amount <= loan.open_amount && loan.overdue_amount <= loan.owed_amount)
  const received = loan.paid_amount - loan.charged_back_amount - loan.returned_amount
  const cost = loan.interest_so_far + loan.fees_so_far + loan.late_charges_so_far
  if (loan.status === 'cancelled') {
    assert.equal(cost, 0)
    assert.equal(received + loan.owed_amount + loan.written_off_amount, loan.credit_amount)
  }
}

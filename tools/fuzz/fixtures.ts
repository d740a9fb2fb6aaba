/**
 * The objects for valid requests of a store: keys, orders in several states, whatever has an id.
 */
import { onePixel } from '../../test/fixtures/logos.ts'
import {
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  ended,
  type Json,
  newMid,
  type RunningServer,
  runProgram,
} from '../../test/running-server.ts'
import type { Fixtures } from './requests.ts'

type Keys = {
  readonly store_id: string
  readonly private_key: string
  readonly public_key: string
}

/** A new store: the inputs may revoke the keys of the previous one, or make it sell nothing. */
export async function createStore(server: RunningServer): Promise<Keys> {
  const inbox = `${server.demo.base_url}/demo/notifications`
  const args = ['stores', 'create', '--name', 'Fuzz', '--notification-url', inbox]
  // The demo's inbox is on this machine.
  const environment = { WEBHOOK_ALLOW: 'loopback', DEMO: 'yes' }
  const { code, stdout, stderr } = await ended(
    runProgram('cli.ts', { place: server.place, args, environment }),
  )
  if (code !== 0) throw new Error(`no store could be created: ${stderr}`)
  const keys = JSON.parse(stdout) as Keys
  const { products } = await bodyOf(clientOf(server)('GET', '/me'))
  const given = { products: products.map(({ warnings, ...product }: Json) => product) }
  await bodyOf(clientOf(server, { key: keys.private_key })('PATCH', '/me', given))
  return keys
}

/** Objects of a store that its inputs have not touched yet. */
export async function makeFixtures(server: RunningServer, keys: Keys): Promise<Fixtures> {
  const client = clientOf(server, { key: keys.private_key })
  const captured = await confirmedOrder(client, 40_000, 'instalments')
  const confirmed = await confirmedOrder(client, 40_000, 'instalments')
  const path = `/orders/${captured.id}`
  const { id: capture } = await bodyOf(client('POST', `${path}/captures`, { amount: 20_000 }))
  const pending = await bodyOf(client('POST', '/checkout', checkoutBody(newMid(), 40_000)))
  const campaign = await campaignOf(client)
  const { id: key } = await bodyOf(client('POST', '/me/api-keys', { name: 'x', kind: 'private' }))
  const { results: own } = await bodyOf(client('GET', '/me/api-keys?page_size=100'))
  // The oldest of each kind are those that came with the store.
  const idOf = (kind: string) => own.findLast((each: Json) => each.kind === kind)?.id ?? NOBODY
  await bodyOf(clientOf(server, { key: keys.public_key })('GET', `/checkout/${pending.id}`))
  const hook = { url: `${server.demo.base_url}/demo/notifications` }
  const { id: webhook } = await bodyOf(client('POST', '/me/webhooks', hook))
  const example = { type: 'order.captured' }
  const sent = await client('POST', `/me/webhooks/${webhook}/example`, example)
  await client('POST', '/me/payouts')
  const branded = await bodyOf(client('PATCH', '/me', { branding: { logo: onePixel } }))
  return {
    ...{ private: keys.private_key, public: keys.public_key, store: keys.store_id },
    lender: server.demo.lender_key,
    ...{ confirmed: confirmed.id, captured: captured.id, mid: captured.mid },
    ...{ pending: pending.id, token: String(pending.checkout_url).split('#')[1] ?? '' },
    ...{ privateid: idOf('private'), publicid: idOf('public') },
    logo: String(branded.branding.logo_url).split('/').at(-1) ?? '',
    ...{ capture, campaign, key, webhook, delivery: sent.body?.id ?? NOBODY },
    decision: await firstOf(client, `${path}/decisions`),
    notification: await firstOf(client, `${path}/notifications`),
    payment: await firstOf(client, '/me/payments'),
    payout: await firstOf(client, '/me/payouts'),
    event: await firstOf(client, '/me/events'),
    person: await firstOf(clientOf(server, { key: server.demo.lender_key }), '/lender/people'),
  }
}

const NOBODY = '0'.repeat(32)

async function campaignOf(client: Client): Promise<string> {
  const body = { name: 'Fuzz', start_date: '2026-01-01', interest: 0, partial: true }
  const { id } = await bodyOf(client('POST', '/me/campaigns', body))
  const article = { id: 'article-1', name: 'Bicycle', url: 'https://shop.example/bicycle' }
  await client('POST', `/me/campaigns/${id}/articles`, [article])
  return id
}

async function firstOf(client: Client, path: string): Promise<string> {
  const { body } = await client('GET', path)
  return body?.results?.[0]?.id ?? NOBODY
}

async function bodyOf(reply: ReturnType<Client>): Promise<Json> {
  const { status, body, text } = await reply
  if (status >= 400) throw new Error(`the store cannot be prepared: ${text}`)
  return body
}

// The lender's stream of events, over HTTP and over a cut connection.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  clientOf,
  confirmedOrder,
  ended,
  type Json,
  ownServer,
  runProgram,
} from '../running-server.ts'

const ACCEPT = 'application/vnd.svc.sandbox.v1+json'
const EVENT = /^id: (\d+)\nevent: (\S+)\ndata: (.*)$/

const server = ownServer()
const client = clientOf(server)

async function svc(...args: string[]): Promise<Json> {
  const program = runProgram('cli.ts', { place: server.place, args, environment: { DEMO: 'yes' } })
  const { code, stdout, stderr } = await ended(program)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

type Message = { readonly id: string; readonly type: string; readonly event: Json }

/** What the stream says, until there is enough of it or it ends. */
async function listen(key: string, headers: Record<string, string> = {}, query = '') {
  const response = await fetch(`${server.demo.base_url}/lender/events/stream${query}`, {
    headers: { accept: ACCEPT, authorization: `Bearer ${key}`, ...headers },
  })
  assert.ok(response.body !== null)
  const parts = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let begun = false
  /** Undefined: it has ended. */
  async function next(): Promise<Message | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end === -1) {
        const { done, value } = await parts.read()
        if (done) return undefined
        text += value
        continue
      }
      const [, id = '', type = '', data = ''] = EVENT.exec(text.slice(0, end)) ?? []
      if (!begun) assert.match(text.slice(0, end), /^retry: \d+\nid: \d+$/)
      begun = true
      text = text.slice(end + 2)
      if (data !== '') return { id, type, event: JSON.parse(data) }
    }
  }
  return { response, next, cut: () => parts.cancel() }
}

test('events of every store arrive once, also over a connection that was cut', async () => {
  const stream = await listen(server.demo.lender_key)
  assert.equal(stream.response.status, 200)
  assert.match(stream.response.headers.get('content-type') ?? '', /^text\/event-stream/)
  const { id } = await confirmedOrder(client, 40_000)
  const other = clientOf(server, { key: server.demo.other_store.private_key })
  const elsewhere = await confirmedOrder(other, 40_000)
  const seen: Message[] = []
  const isTold = (order: string) =>
    seen.some(({ event, type }) => type === 'order.confirmed' && event.order_id === order)
  while (!isTold(id) || !isTold(elsewhere.id)) {
    const message = await stream.next()
    assert.ok(message !== undefined, 'it goes on')
    seen.push(message)
  }
  assert.equal(new Set(seen.map(({ event }) => event.store_id)).size, 2)
  await stream.cut()
  assert.equal((await client('POST', `/orders/${id}/captures`, { amount: 100 })).status, 200)
  const again = await listen(server.demo.lender_key, { 'last-event-id': seen.at(-1)?.id ?? '' })
  const message = await again.next()
  assert.deepEqual([message?.type, message?.event.order_id], ['order.captured', id])
  assert.deepEqual(message?.event.actor.kind, 'store_key')
  await again.cut()
})

test('a page’s EventSource names the type of the stream alone', async () => {
  const headers = { authorization: `Bearer ${server.demo.lender_key}`, accept: 'text/event-stream' }
  const stream = await fetch(`${server.demo.base_url}/lender/events/stream`, { headers })
  // Understood as live mode, which the demo's key is not for.
  const { error }: Json = await stream.json()
  assert.deepEqual([stream.status, error.code], [403, 'mode_not_allowed'])
  const list = await fetch(`${server.demo.base_url}/lender/events`, { headers })
  assert.equal(list.status, 406)
})

async function newKey(name: string): Promise<Json> {
  // A day has to begin after the tests end, also where they begin at midnight.
  const end = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const wish = ['--mode', 'sandbox', '--scopes', 'loans:read', '--expires-at', end]
  return svc('lender-keys', 'create', '--name', name, ...wish)
}

test('a revoked key receives nothing more', async () => {
  const { key, kid } = await newKey('Ears')
  const stream = await listen(key)
  const first = stream.next()
  await svc('lender-keys', 'revoke', '--key', kid)
  assert.equal(await first, undefined)
})

test('a key may open a limited number, and an invalid place is refused', async () => {
  // What others have cut counts for up to a second.
  const { key } = await newKey('Crowd')
  // All at once: as many as the limit says are let in, however they arrive.
  const readers = await Promise.all(Array.from({ length: 25 }, () => listen(key)))
  const statuses = readers.map(({ response }) => response.status)
  assert.equal(statuses.filter((status) => status === 200).length, 10, String(statuses))
  assert.equal(statuses.filter((status) => status === 429).length, 15, String(statuses))
  await Promise.all(readers.map(({ cut }) => cut()))
  const lender = clientOf(server, { key: server.demo.lender_key })
  const reply = await lender('GET', '/lender/events/stream?after=x')
  assert.deepEqual([reply.status, reply.body.error.code], [400, 'query_invalid'])
  const header = await lender('GET', '/lender/events/stream', undefined, { 'last-event-id': 'x' })
  assert.deepEqual([header.status, header.body.error.code], [400, 'query_invalid'])
  const list = await lender('GET', '/lender/events?after=x')
  assert.deepEqual([list.status, list.body.error.code], [400, 'query_invalid'])
})

test('a service that stops ends its streams', async () => {
  const stream = await listen(server.demo.lender_key)
  const message = stream.next()
  assert.equal(await server.stop(), 0)
  assert.equal(await message, undefined)
})

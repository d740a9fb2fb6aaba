/**
 * The stores' own server: confirms what it is sent, and remembers the events that reach it. It is
 * no better than others: sometimes slow, sometimes it fails or hangs up, until it is told to rest.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../simulate/random.ts'

const SLOW = 0.05
const SLOW_MS_MAX = 400
const FAILS = 0.02
const HANGS_UP = 0.01
const EFFECT = /"type":"order\.(captured|voided|refunded)"/

type Arrived = { readonly id: string; readonly body: string }

type Body = { readonly id: string; readonly type?: string; readonly order_id?: string }

export type Shop = {
  readonly notificationUrl: string
  webhookUrl(store: number): string
  /** The events that a store has taken, each where it came first. */
  arrived(store: number): ReadonlyMap<string, Arrived>
  /** Whether a store has been told of such an event of the order. */
  hasReported(orderId: string, type: string): boolean
  /** Whether the shop has confirmed the order. */
  hasConfirmed(orderId: string): boolean
  /** From now on it answers everything at once. */
  behave(): void
  close(): void
}

export async function openShop(random: Random): Promise<Shop> {
  const stores = new Map<string, Map<string, Arrived>>()
  const confirmed = new Set<string>()
  const seen = new Set<string>()
  let behaves = false
  const of = (path: string) => {
    const known = stores.get(path)
    if (known !== undefined) return known
    const made = new Map<string, Arrived>()
    stores.set(path, made)
    return made
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request).catch(() => '')
    const isEvent = request.url?.startsWith('/events') === true
    const id = String(request.headers['webhook-id'])
    if (body === '') return
    if (!behaves && random.chance(SLOW)) await pause(random.between(1, SLOW_MS_MAX))
    // What fails is due again after 5 s: not what an order has to wait for that is measured.
    if (!behaves && EFFECT.test(body) && random.chance(FAILS))
      return void response.writeHead(500).end()
    const { type, order_id: orderId, id: subject } = JSON.parse(body) as Body
    if (!isEvent) confirmed.add(subject)
    else {
      seen.add(`${orderId} ${type}`)
      if (!of(request.url ?? '').has(id)) of(request.url ?? '').set(id, { id, body })
    }
    if (!behaves && EFFECT.test(body) && random.chance(HANGS_UP)) return void response.destroy()
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}')
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    notificationUrl: `${url}/notifications`,
    webhookUrl: (store) => `${url}/events/${store}`,
    arrived: (store) => of(`/events/${store}`),
    hasReported: (orderId, type) => seen.has(`${orderId} ${type}`),
    hasConfirmed: (orderId) => confirmed.has(orderId),
    behave() {
      behaves = true
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

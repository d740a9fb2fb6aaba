/** A store's own notification address, over HTTP. */

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from './running-server.ts'

export type Message = {
  readonly body: Json
  readonly text: string
  readonly headers: IncomingHttpHeaders
  /** Path and query. */
  readonly target: string
}
export type Saying = {
  readonly status?: number
  readonly text: string
  readonly location?: string
}
export type Shop = { readonly url: string; readonly messages: Message[]; close(): void }

export const ok: Saying = { text: '{"status":"ok"}' }

/** Says what it is told to, and keeps what arrives. */
export async function openShop(
  say: (messages: Message, count: number) => Promise<Saying> | Saying,
): Promise<Shop> {
  const messages: Message[] = []
  const http = createServer(async (request, response) => {
    const text = await textOf(request)
    const { headers, url: target = '' } = request
    const item = { text, body: JSON.parse(text), headers, target }
    messages.push(item)
    const { status = 200, text: answer, location } = await say(item, messages.length)
    response.writeHead(status, location === undefined ? {} : { location }).end(answer)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/notify?shop=1`
  return { url, messages, close: () => http.close().closeAllConnections() }
}

export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const limit = Date.now() + 20_000
  while (!(await holds())) {
    if (Date.now() > limit) throw new Error(`waited for ${what}`)
    await pause(10)
  }
}

/** Polls a shop until it was told of the result, and answers what it was told of the checkout. */
export async function messagesOf(shop: Shop, id: string, status: string): Promise<Message[]> {
  const mine = () => shop.messages.filter(({ body }) => body.id === id)
  await until(() => mine().some(({ body }) => body.status === status), `${status} of ${id}`)
  return mine()
}

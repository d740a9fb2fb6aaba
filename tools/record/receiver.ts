/** Receives the service's notifications and webhooks, and answers as the path says. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Header, headersOf } from './client.ts'

export type Message = {
  readonly path: string
  readonly headers: readonly Header[]
  readonly bytes: Buffer
}

export type Receiver = {
  readonly port: number
  /** The messages since the last call, in order. */
  take(): Message[]
  close(): void
}

/** By the first segment of the path: a store's ways to answer. */
const ANSWERS: Readonly<Record<string, readonly [status: number, text: string]>> = {
  ok: [200, '{"status":"ok"}'],
  ko: [200, '{"status":"ko"}'],
  failing: [500, 'out of order'],
  gone: [410, ''],
  busy: [429, ''],
  words: [200, 'thank you'],
}

export async function openReceiver(): Promise<Receiver> {
  let messages: Message[] = []
  const http = createServer(async (request, response) => {
    const { url: path = '/', rawHeaders } = request
    const bytes = await buffer(request).catch(() => Buffer.alloc(0))
    messages.push({ path, headers: headersOf(rawHeaders), bytes })
    const [status, text] = ANSWERS[path.split('/')[1] ?? ''] ?? [404, '']
    response.writeHead(status, { connection: 'close' }).end(text)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    port: (http.address() as AddressInfo).port,
    take() {
      const taken = messages
      messages = []
      return taken
    },
    close: () => void http.close().closeAllConnections(),
  }
}

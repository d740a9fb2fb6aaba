/** The shop's notification URL during the checks. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from './client.ts'
import type { Entry } from './log.ts'

const BODY_BYTES = 1_048_576
const AWAITED_MS = 40_000
const LOOKED_AGAIN_MS = 20

type Message = { readonly body: Json; readonly headers: IncomingHttpHeaders }
/** A status and a text; null: the connection breaks before any answer. */
type Answer = { readonly status?: number; readonly text: string } | null
/** The shop's answers to the messages about an order, the first, the second … */
export type Answering = (message: Message, number: number) => Answer

export type Receiver = {
  readonly url: string
  readonly log: Entry[]
  answer(mid: string, answering: Answering): void
  messages(id: string): readonly Message[]
  /** Waits for a message about the checkout, and fails with a sentence if there is none. */
  awaited(id: string, fits: (body: Json) => boolean, what: string): Promise<Message>
  close(): void
}

export const OK: Answer = { text: '{"status":"ok"}' }
export const KO: Answer = { text: '{"status":"ko"}' }

type Listening = {
  readonly host: string
  readonly port: number
  readonly origin: string | undefined
}

export async function openReceiver({ host, port, origin }: Listening): Promise<Receiver> {
  const log: Entry[] = []
  const all: Message[] = []
  const answers = new Map<string, Answering>()
  const http = createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (body === undefined) return response.writeHead(400).end()
    const message = { body, headers: request.headers }
    const { id, mid, status, status_reason: reason } = body
    log.push({ what: 'message', id, mid, status, reason })
    all.push(message)
    const answering = answers.get(mid) ?? answers.get(id) ?? (() => OK)
    const answer = answering(message, all.filter((each) => each.body.id === id).length)
    if (answer === null) return request.socket.destroy()
    response.writeHead(answer.status ?? 200).end(answer.text)
  })
  http.listen(port, host)
  await once(http, 'listening')
  const { port: bound } = http.address() as AddressInfo
  const messages = (id: string) => all.filter(({ body }) => body.id === id)
  return {
    url: origin ?? `http://${host}:${bound}/notify`,
    log,
    messages,
    answer: (mid, answering) => void answers.set(mid, answering),
    async awaited(id, fits, what) {
      const end = Date.now() + AWAITED_MS
      for (;;) {
        const message = messages(id).find(({ body }) => fits(body))
        if (message !== undefined) return message
        if (Date.now() > end) throw new Error(`${what} did not come within ${AWAITED_MS / 1000} s`)
        await pause(LOOKED_AGAIN_MS)
      }
    },
    close: () => http.close().closeAllConnections(),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    length += part.length
    if (length > BODY_BYTES) return undefined
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Stores' side of checkouts, in a process of its own: each client creates a checkout, has its buyer
 * sign it and waits until the store hears that it is confirmed. The store's receiver is in here,
 * too, and says yes to everything. Speaks HTTP/1.1 over bare sockets, as `load.ts` does.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { documentOf } from './checkout-script.ts'
import { forked, type Measured, ratesOf } from './forked.ts'
import { wholeAnswer } from './load.ts'

const CONFIRM_MS_MAX = 30_000
/** Of the smallest order: each has another amount, and so other offers. */
const TOTAL = 100_000
const TOTALS = 997
const ACCEPT = 'application/vnd.svc.sandbox.v1+json'

type CheckoutJob = {
  readonly baseUrl: string
  readonly privateKey: string
  readonly clients: number
  readonly warmupMs: number
  readonly measuredMs: number
  /** The number of its first buyer: each checkout has another, new one. */
  readonly firstBuyer: number
}

/** The body of `POST /checkout`. */
export function checkoutOf(mid: string, receiver: string, total = TOTAL): object {
  const articles = [{ id: 'article-1', name: 'Bicycle', quantity: 1, price: total }]
  return {
    order: { id: mid, currency: 'EUR', total_amount: total, articles },
    customer: { email: 'ada@example.com' },
    merchant: { notification_url: receiver },
  }
}

/** The body of `POST /sandbox/checkouts/:id/complete`. */
export const signatureOf = (buyer: number): object => ({
  product: 'instalments',
  document_id: documentOf(buyer),
})

type CheckoutReceiver = {
  readonly url: string
  /** Resolves when the store is notified that the order is confirmed. */
  confirmed(id: string): Promise<void>
  close(): void
}

/** A store's receiver that confirms every order. */
export async function openCheckoutReceiver(): Promise<CheckoutReceiver> {
  const waiting = new Map<string, () => void>()
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request))
    response.setHeader('content-type', 'application/json').end('{"status":"ok"}')
    if (body.status === 'ok') waiting.get(body.id)?.()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/notifications`,
    confirmed: (id) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${id} is late`)), CONFIRM_MS_MAX).unref()
        waiting.set(id, () => {
          clearTimeout(late)
          waiting.delete(id)
          resolve()
        })
      }),
    close: () => void server.close().closeAllConnections(),
  }
}

/** One connection with one request at a time; returns the whole answer. */
function asking(socket: Socket): (request: string) => Promise<string> {
  let text = ''
  let answered: ((text: string) => void) | undefined
  let failed: ((error: Error) => void) | undefined
  // One character per byte: the length of an answer is in bytes.
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('error', (error) => failed?.(error))
  socket.on('close', () => failed?.(new Error('the connection was closed')))
  socket.on('data', (chunk: string) => {
    text += chunk
    if (wholeAnswer(text) === 0) return
    const whole = text
    text = ''
    answered?.(whole)
  })
  return (request) =>
    new Promise((resolve, reject) => {
      answered = resolve
      failed = reject
      socket.write(request)
    })
}

async function run(job: CheckoutJob): Promise<Measured> {
  const { host, hostname, port } = new URL(job.baseUrl)
  const receiver = await openCheckoutReceiver()
  const head = `Host: ${host}\r\nAuthorization: Bearer ${job.privateKey}\r\nAccept: ${ACCEPT}\r\n`
  const post = (path: string, content: object): string => {
    const body = JSON.stringify(content)
    const typed = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    return `POST ${path} HTTP/1.1\r\n${head}${typed}`
  }
  const latencies: number[] = []
  const errors: string[] = []
  let buyer = job.firstBuyer
  let ok = 0
  const from = performance.now() + job.warmupMs
  const until = from + job.measuredMs

  async function checkout(ask: (request: string) => Promise<string>): Promise<void> {
    const number = buyer++
    const total = TOTAL + (number % TOTALS)
    const order = checkoutOf(`bench-${number}`, receiver.url, total)
    const created = await ask(post('/checkout', order))
    const id = /"id":"([0-9a-f]{32})"/.exec(created)?.[1]
    if (id === undefined || !created.startsWith('HTTP/1.1 201 ')) throw new Error(created)
    const confirmed = receiver.confirmed(id)
    // If the signature fails, that is the error.
    confirmed.catch(() => undefined)
    const signed = await ask(post(`/sandbox/checkouts/${id}/complete`, signatureOf(number)))
    if (!signed.startsWith('HTTP/1.1 200 ')) throw new Error(signed)
    await confirmed
  }

  async function client(): Promise<void> {
    const socket = connect(Number(port), hostname)
    const ask = asking(socket)
    for (let sent = performance.now(); sent < until; sent = performance.now()) {
      try {
        await checkout(ask)
        ok++
        const now = performance.now()
        if (now >= from && now < until) latencies.push(now - sent)
      } catch (error) {
        errors.push((error as Error).message)
        break
      }
    }
    socket.destroy()
  }

  await Promise.all(Array.from({ length: job.clients }, client))
  receiver.close()
  return {
    ...ratesOf(latencies, job.measuredMs),
    ...{ ok, refused: 0, errors: errors.length, firstError: errors[0] },
  }
}

export const loadCheckouts = forked(import.meta.filename, run)

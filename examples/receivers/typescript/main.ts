/** A store's receiver for notifications and webhooks: verify, take in once, answer at once. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, WebhookVerificationError } from '@svc/api/webhooks'
import { openOrders, takeIn } from './orders.ts'

const { PORT = '9001', SECRETS = '', DATABASE = 'store.sqlite' } = process.env
/** The store's secret, those of its webhook endpoints, and while one is replaced the old one. */
const secrets = SECRETS.split(' ')
const BODY_BYTES_MAX = 1_048_576
const database = openOrders(DATABASE)

const server = createServer(async (request, response) => {
  const { status, answer } = await receive(request)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})
server.listen(Number(PORT), '127.0.0.1')
await once(server, 'listening')
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

async function receive(request: IncomingMessage): Promise<{ status: number; answer: object }> {
  try {
    const body = await bodyOf(request)
    const { id, payload } = verifyWebhook({ secrets, headers: request.headers, body })
    return { status: 200, answer: takeIn(database, id, payload) }
  } catch (error) {
    if (error instanceof WebhookVerificationError) {
      return { status: 400, answer: { error: error.reason } }
    }
    // Whatever else fails here is ours, so the service should try again: anything but 200.
    console.error(error)
    return { status: 500, answer: { error: 'try again' } }
  }
}

/** The bytes as they came. A parser in between would make another body of them. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > BODY_BYTES_MAX) throw new Error('a body of more than 1 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

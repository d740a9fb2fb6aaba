/** The store's own server: confirms what it is sent, and remembers the events that reach it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'

export type Shop = {
  readonly notificationUrl: string
  readonly webhookUrl: string
  /** Ids of events that arrived. */
  readonly events: ReadonlySet<string>
  close(): void
}

export async function openShop(): Promise<Shop> {
  const events = new Set<string>()
  const server = createServer(async (request, response) => {
    const text = await textOf(request).catch(() => '')
    const id = request.headers['webhook-id']
    if (request.url === '/events' && text !== '') events.add(String(id))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    notificationUrl: `${url}/notifications`,
    webhookUrl: `${url}/events`,
    events,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

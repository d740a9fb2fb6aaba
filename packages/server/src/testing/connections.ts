/** Who is connected to: what this process tries, and what arrives at listeners of a test's own. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export type Attempts = { readonly addresses: string[]; end(): void }

/** Every address that any socket of this process tries to reach from now on. */
export function recordAttempts(): Attempts {
  const addresses: string[] = []
  const record = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (address: string) => addresses.push(address))
  }
  subscribe('net.client.socket', record)
  return { addresses, end: () => unsubscribe('net.client.socket', record) }
}

export type Listener = {
  readonly port: number
  readonly connections: () => number
  /** All that arrived, on any connection. */
  readonly bytes: () => Buffer
  close(): void
}

/** Listens on every address of this machine, and answers whatever comes as an HTTP server. */
export async function openListener(answer = 'HTTP/1.1 200 OK\r\n\r\nreached'): Promise<Listener> {
  let connections = 0
  const received: Buffer[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received.push(chunk)
      socket.end(answer)
    })
  })
  // Without IPv6 this is 0.0.0.0.
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    connections: () => connections,
    bytes: () => Buffer.concat(received),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

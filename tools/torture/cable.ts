/** A cable between the service and its database that can be cut, or swallow what is sent. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Cable = {
  readonly port: number
  /** Ends every connection at once, both ways. */
  cut(): void
  /** Nothing passes any more, and nobody is notified, until the answer is called. */
  swallow(): () => void
  close(): Promise<void>
}

/** Leads to a port of this machine. */
export async function openCable(target: number): Promise<Cable> {
  const sockets = new Set<Socket>()
  let swallowing = false
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('data', (bytes) => {
        if (!swallowing && !to.destroyed && !to.write(bytes)) {
          from.pause()
          to.once('drain', () => from.resume())
        }
      })
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    swallow() {
      swallowing = true
      return () => {
        swallowing = false
        // What was swallowed is missing: no connection can go on.
        cut()
      }
    },
    async close() {
      server.close()
      cut()
      if (server.listening) await once(server, 'close')
    },
  }
}

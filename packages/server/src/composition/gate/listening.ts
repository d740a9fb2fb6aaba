/** Opens a port, and closes it without losing work in progress. */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { isIdle, isOfClient } from '../../platform/http/connections.ts'
import { portOf } from '../../platform/network/port-of.ts'

export type Address = { readonly host: string; readonly port: number }

type Listening = {
  readonly server: Server
  /** Answers the port, which is any free one for 0; of the desk by itself, as well as the other. */
  listen(address: Address, door?: 'desk'): Promise<number>
  /**
   * Resolves when the last connection is closed: idle ones are ended as soon as they are idle, and
   * after `patienceMs` those that wait for their client: they would hold up the rest of the stop.
   */
  close(patienceMs?: number): Promise<void>
}

const SWEEP_MS = 50
/** The rest of the ten seconds that a stop has is for lanes and the database. */
const PATIENCE_MS = 7_000

export function createListening(create: (door?: 'desk') => Server): Listening {
  const sockets = new Set<Socket>()
  const servers: Server[] = []

  function another(door?: 'desk'): Server {
    const server = create(door).on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    servers.push(server)
    return server
  }
  const server = another()

  return {
    server,
    async listen({ host, port }, door) {
      const [first = host, ...others] = await addressesOf(host)
      const main = door === undefined ? server : another(door)
      await open(main, { host: first, port })
      const bound = portOf(main)
      // One that cannot be had is one less.
      for (const other of others) {
        await open(another(door), { host: other, port: bound }).catch(() => servers.pop())
      }
      return bound
    },
    async close(patienceMs = PATIENCE_MS) {
      const begunAt = performance.now()
      const sweep = () => {
        const isLate = performance.now() - begunAt >= patienceMs
        const isOver = isLate ? isOfClient : isIdle
        for (const socket of sockets) if (isOver(socket)) socket.destroy()
      }
      const timer = setInterval(sweep, SWEEP_MS)
      const closed = servers.filter(({ listening }) => listening).map(stopListening)
      sweep()
      await Promise.all(closed)
      clearInterval(timer)
    },
  }
}

/** `localhost` is every address of that name, as clients try one of them or the other. */
async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host]
  const entries = await lookup(host, { all: true })
  return [...new Set(entries.map(({ address }) => address))]
}

async function open(server: Server, address: Address): Promise<void> {
  server.listen(address)
  await once(server, 'listening')
}

/**
 * The close of `node:http` also cuts each answer that its client has not read to the end yet, and
 * looks for slow requests no more: it is for when the last connection has gone.
 */
function stopListening(server: Server): Promise<void> {
  const last = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  const { promise, resolve } = Promise.withResolvers<void>()
  NetServer.prototype.close.call(server, () => resolve(last()))
  return promise
}

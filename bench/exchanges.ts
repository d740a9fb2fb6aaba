/** Which statements of a service are sent together, which the server's log does not say. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const EXECUTE = 'E'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)
/** Of a message: its kind, and the length of the rest. */
const HEAD = 5

export type Exchanges = {
  /** The URL of the database through this proxy. */
  readonly url: string
  /** The number of statements in each exchange of a session, by its port on the server's side. */
  readonly sizes: ReadonlyMap<number, readonly number[]>
  close(): void
}

/** A proxy between a service and its database that counts messages. */
export async function countExchanges(databaseUrl: string): Promise<Exchanges> {
  const to = new URL(databaseUrl)
  const sizes = new Map<number, number[]>()
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(to.port), to.hostname).setNoDelay(true)
    const counted: number[] = []
    database.once('connect', () => sizes.set(Number(database.localPort), counted))
    const count = counting(counted)
    client.setNoDelay(true).on('data', count)
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => [client, database].forEach((each) => void each.destroy()))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: url.href, sizes, close }
}

/** Reads the messages of a client as they arrive; the first one has no kind. */
function counting(counted: number[]): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let begun = false
  let executed = 0
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = begun ? HEAD : HEAD - 1
      if (rest.length < head) return
      const end = rest.readUInt32BE(head - 4) + head - 4
      if (rest.length < end) return
      if (begun && rest[0] === EXECUTE) executed++
      if (begun && rest[0] === SYNC) {
        counted.push(executed)
        executed = 0
      }
      begun = true
      rest = rest.subarray(end)
    }
  }
}

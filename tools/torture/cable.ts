/** A cable between the service and its database that can be cut, or swallow what is sent. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Cable = {
  readonly port: number
  /** Ends every connection at once, both ways. */
  cut(): void
  /**
   * Ends the next connection on which a COMMIT is sent with what it writes: before the server sees
   * it, or after the server has carried it out and before the service hears of it. Undefined: none.
   */
  cutAtCommit(moment: Moment | undefined): void
  /** Nothing passes any more, and nobody is notified, until the answer is called. */
  swallow(): () => void
  close(): Promise<void>
}

type Moment = 'before' | 'after'

/** Leads to a port of this machine. */
export async function openCable(target: number): Promise<Cable> {
  const sockets = new Set<Socket>()
  let swallowing = false
  let armed: Moment | undefined

  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const passes = commitGate(near, far, () => {
      const moment = armed
      armed = undefined
      return moment
    })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('data', (bytes: Buffer) => {
        if (swallowing || !passes(from, bytes) || to.destroyed || to.write(bytes)) return
        from.pause()
        to.once('drain', () => from.resume())
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
    cutAtCommit(moment) {
      armed = moment
    },
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

/** Whether bytes may pass; ends the connection at the moment that is taken when a COMMIT comes. */
function commitGate(near: Socket, far: Socket, takeMoment: () => Moment | undefined) {
  const isCommit = commitFinder()
  let endsWithAnswer = false
  const end = () => {
    near.resetAndDestroy()
    far.resetAndDestroy()
  }
  return (from: Socket, bytes: Buffer): boolean => {
    if (from === far) {
      if (endsWithAnswer) end()
      return !endsWithAnswer
    }
    const moment = isCommit(bytes) && bytes.length >= WRITE_BYTES_MIN ? takeMoment() : undefined
    if (moment === 'before') end()
    if (moment === 'after') endsWithAnswer = true
    return moment !== 'before'
  }
}

const PARSED = Buffer.from('\0COMMIT\0')
const NUL = Buffer.from('\0')
const NAME_FROM = 5

/** A COMMIT by itself takes less, and ends a transaction that has changed nothing. */
const WRITE_BYTES_MIN = 400

/**
 * Whether the bytes of a client hold a COMMIT: as a text, or under the name that the connection has
 * prepared it by (Parse: `P`, length, name, text; Bind: `B`, length, an empty portal, name).
 */
function commitFinder(): (bytes: Buffer) => boolean {
  let bound: Buffer | undefined
  return (bytes) => {
    const at = bytes.indexOf(PARSED)
    if (at < 0) return bound !== undefined && bytes.includes(bound)
    const name = bytes.subarray(bytes.lastIndexOf('P', at) + NAME_FROM, at)
    if (name.length > 0) bound = Buffer.concat([NUL, name, NUL])
    return true
  }
}

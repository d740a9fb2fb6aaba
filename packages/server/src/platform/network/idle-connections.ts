/**
 * Used connections that may be used again soon. A caller has looked the name up and checked its
 * addresses as for a new one; a connection is reused only if it leads to one of them.
 */
import type { Socket } from 'node:net'
import { isSameAddress } from './public-address.ts'

/** An open connection, and its peer address. */
export type Connected = { readonly socket: Socket; readonly peer: string }

type Bounds = { readonly idleMs: number; readonly ofOrigin: number; readonly whole: number }
type Idle = Connected & { readonly letGo: () => void }

/** Shorter than servers wait (Node and Apache 5 s), so that few are closed as they are taken. */
const BOUNDS: Bounds = { idleMs: 2_000, ofOrigin: 32, whole: 512 }

export function createIdleConnections({ idleMs, ofOrigin, whole }: Bounds = BOUNDS) {
  const byOrigin = new Map<string, Idle[]>()
  let count = 0

  function keep(origin: string, { socket, peer }: Connected): void {
    const others = byOrigin.get(origin) ?? []
    if (socket.destroyed || others.length >= ofOrigin || count >= whole) {
      socket.destroy()
      return
    }
    // No request is in progress: whatever it sends, the connection is over.
    const events = ['data', 'end', 'error', 'close', 'timeout']
    const end = () => {
      remove(origin, entry)
      socket.destroy()
    }
    const letGo = () => {
      for (const event of events) socket.removeListener(event, end)
      socket.setTimeout(0).ref()
    }
    const entry = { socket, peer, letGo }
    for (const event of events) socket.on(event, end)
    socket.setTimeout(idleMs).unref()
    byOrigin.set(origin, [...others, entry])
    count++
  }

  function remove(origin: string, entry: Idle): void {
    const all = byOrigin.get(origin) ?? []
    const rest = all.filter((each) => each !== entry)
    count -= all.length - rest.length
    if (rest.length === 0) byOrigin.delete(origin)
    else byOrigin.set(origin, rest)
  }

  return {
    keep,
    /** The most recently used one, which is least likely to be closed. */
    take(origin: string, addresses: readonly { readonly address: string }[]) {
      const entry = byOrigin
        .get(origin)
        ?.findLast(({ peer }) => addresses.some(({ address }) => isSameAddress(address, peer)))
      if (entry === undefined) return undefined
      remove(origin, entry)
      entry.letGo()
      return entry satisfies Connected
    },
  }
}

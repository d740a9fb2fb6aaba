/**
 * Connections that were used and may be used again soon. Whoever takes one has looked the name up
 * and checked its addresses as for a new one; it is theirs only where it leads to one of them.
 */
import type { Socket } from 'node:net'
import { isSameAddress } from './public-address.ts'

/** An open connection, and the address at its other end. */
export type Connected = { readonly socket: Socket; readonly peer: string }

type Bounds = { readonly idleMs: number; readonly ofOrigin: number; readonly whole: number }
type Kept = Connected & { readonly letGo: () => void }

/** Shorter than servers keep them (Node and Apache 5 s), so that few are closed as they are taken. */
const BOUNDS: Bounds = { idleMs: 2_000, ofOrigin: 32, whole: 512 }

export function createKeptConnections({ idleMs, ofOrigin, whole }: Bounds = BOUNDS) {
  const idle = new Map<string, Kept[]>()
  let count = 0

  function keep(origin: string, { socket, peer }: Connected): void {
    const others = idle.get(origin) ?? []
    if (socket.destroyed || others.length >= ofOrigin || count >= whole) {
      socket.destroy()
      return
    }
    // Nobody has asked it anything: whatever it says, it is over.
    const events = ['data', 'end', 'error', 'close', 'timeout']
    const end = () => {
      remove(origin, kept)
      socket.destroy()
    }
    const letGo = () => {
      for (const event of events) socket.removeListener(event, end)
      socket.setTimeout(0).ref()
    }
    const kept = { socket, peer, letGo }
    for (const event of events) socket.on(event, end)
    socket.setTimeout(idleMs).unref()
    idle.set(origin, [...others, kept])
    count++
  }

  function remove(origin: string, kept: Kept): void {
    const all = idle.get(origin) ?? []
    const rest = all.filter((each) => each !== kept)
    count -= all.length - rest.length
    if (rest.length === 0) idle.delete(origin)
    else idle.set(origin, rest)
  }

  return {
    keep,
    /** The one that was used last, which is the least likely to be closed. */
    take(origin: string, addresses: readonly { readonly address: string }[]) {
      const kept = idle
        .get(origin)
        ?.findLast(({ peer }) => addresses.some(({ address }) => isSameAddress(address, peer)))
      if (kept === undefined) return undefined
      remove(origin, kept)
      kept.letGo()
      return kept satisfies Connected
    },
  }
}

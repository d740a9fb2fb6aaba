/** The share of each endpoint in the free slots: pure. */
import type { Slots } from '../sending/slots.ts'
import type { DueEndpoint } from './delivery.ts'

export type Room = { readonly endpointId: string; readonly room: number }

/** Free slots are shared among all of them; `turn` is the first one. */
export function roomsFor(
  due: readonly DueEndpoint[],
  slots: Pick<Slots, 'free' | 'roomFor'>,
  turn: number,
): Room[] {
  let free = slots.free()
  const share = Math.max(1, Math.floor(free / due.length))
  const first = turn % due.length
  return [...due.slice(first), ...due.slice(0, first)].flatMap(({ endpointId, failing }) => {
    const room = Math.min(slots.roomFor(endpointId, failing), share, free)
    if (room <= 0) return []
    free -= room
    return [{ endpointId, room }]
  })
}

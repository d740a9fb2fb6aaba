/** How many attempts may be under way at once: pure. */
import type { DueEndpoint } from './delivery.ts'

const SLOTS_WHOLE = 512
const SLOTS_OF_ENDPOINT = 32
/** Of one whose last attempts all failed: it may hang each time. */
const SLOTS_OF_FAILING = 2
/** Of each, once half of the whole is taken: others still find room. */
const SLOTS_WHEN_CROWDED = 4

export type Use = {
  /** Attempts under way, by endpoint and in the whole. */
  readonly of: (endpointId: string) => number
  readonly all: number
  /** Which of the endpoints has its turn first. */
  readonly turn: number
}

export type Room = { readonly endpointId: string; readonly room: number }

/** How many attempts more may begin to each endpoint: what is free is shared among all of them. */
export function roomsFor(due: readonly DueEndpoint[], { of, all, turn }: Use): Room[] {
  const crowded = all >= SLOTS_WHOLE / 2
  let free = SLOTS_WHOLE - all
  const share = Math.max(1, Math.floor(free / due.length))
  const first = turn % due.length
  return [...due.slice(first), ...due.slice(0, first)].flatMap(({ endpointId, failing }) => {
    const most = failing ? SLOTS_OF_FAILING : crowded ? SLOTS_WHEN_CROWDED : SLOTS_OF_ENDPOINT
    const room = Math.min(most - of(endpointId), share, free)
    if (room <= 0) return []
    free -= room
    return [{ endpointId, room }]
  })
}

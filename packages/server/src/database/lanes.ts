import { Refused } from '../refusal.ts'
import { createTurn, type Turn } from './turn.ts'

/** Waiting for others of the same name without holding a connection. */
export type Lanes = { run<T>(name: string | null, work: () => Promise<T>): Promise<T> }

export function createLanes(waitMsMax: number): Lanes {
  const lanes = new Map<string, Turn>()

  function laneOf(name: string): Turn {
    const known = lanes.get(name)
    if (known !== undefined) return known
    const lane = createTurn(waitMsMax, () => new Refused('order_busy'))
    lanes.set(name, lane)
    return lane
  }

  return {
    async run(name, work) {
      if (name === null) return work()
      const lane = laneOf(name)
      await lane.take()
      try {
        return await work()
      } finally {
        if (lane.give()) lanes.delete(name)
      }
    },
  }
}

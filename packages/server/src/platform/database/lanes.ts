import { createTurns, type Turns } from '../turns/turns.ts'

/** Waits for others with the same name, without holding a connection. */
type Lanes = { run<T>(name: string | null, work: () => Promise<T>): Promise<T> }

/** A caller that waits longer is rejected with the error of `late`. */
export function createLanes(waitMsMax: number, late: () => Error): Lanes {
  const lanes = new Map<string, Turns>()

  function laneOf(name: string): Turns {
    const known = lanes.get(name)
    if (known !== undefined) return known
    const lane = createTurns({ places: 1, waitMsMax, late })
    lanes.set(name, lane)
    return lane
  }

  return {
    async run(name, work) {
      if (name === null) return work()
      const lane = laneOf(name)
      await lane.take(name)
      try {
        return await work()
      } finally {
        if (lane.give(name)) lanes.delete(name)
      }
    },
  }
}

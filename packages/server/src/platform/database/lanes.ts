import { createTurns, type Turns } from '../turns/turns.ts'

/** The turn of a work among those with the same name. */
export type Turn = {
  /** The previous work passed the turn on, and may still hold its locks. */
  readonly follows: boolean
  /** Lets the next work begin before this one has ended, if one waits. */
  passOn(): void
}

/** Waits for others with the same name, without holding a connection. */
type Lanes = { run<T>(name: string | null, work: (turn: Turn) => Promise<T>): Promise<T> }

type Lane = { readonly turns: Turns; passedOn: boolean }

const UNNAMED: Turn = { follows: false, passOn: () => {} }

/** A caller that waits longer is rejected with the error of `late`. */
export function createLanes(waitMsMax: number, late: () => Error): Lanes {
  const lanes = new Map<string, Lane>()

  function laneOf(name: string): Lane {
    const known = lanes.get(name)
    if (known !== undefined) return known
    const lane = { turns: createTurns({ places: 1, waitMsMax, late }), passedOn: false }
    lanes.set(name, lane)
    return lane
  }

  return {
    async run(name, work) {
      if (name === null) return work(UNNAMED)
      const lane = laneOf(name)
      const { turns } = lane
      await turns.take(name)
      const follows = lane.passedOn
      lane.passedOn = false
      let hasTurn = true
      const give = () => {
        hasTurn = false
        if (turns.give(name)) lanes.delete(name)
      }
      const passOn = () => {
        if (!hasTurn || turns.usage().waiting === 0) return
        lane.passedOn = true
        give()
      }
      try {
        return await work({ follows, passOn })
      } finally {
        if (hasTurn) give()
      }
    },
  }
}

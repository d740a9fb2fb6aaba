/** Something that one at a time may have; the others wait in order of arrival. */
export type Turn = {
  take(): Promise<void>
  /** Hands it to the next; answers whether nobody waits. */
  give(): boolean
}

/** Whoever waits longer than that is turned away with the error of `late`. */
export function createTurn(waitMsMax: number, late: () => Error): Turn {
  const waiting: (() => void)[] = []
  let taken = false
  return {
    async take() {
      if (!taken) {
        taken = true
        return
      }
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(start), 1)
          reject(late())
        }, waitMsMax)
        waiting.push(start)
      })
    },
    give() {
      const next = waiting.shift()
      if (next === undefined) taken = false
      else next()
      return next === undefined
    },
  }
}

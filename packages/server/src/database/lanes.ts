import { Refused } from '../refusal.ts'

type Waiter = { readonly start: () => void }

/** Waiting for others of the same name, in order of arrival, without holding a connection. */
export type Lanes = { run<T>(name: string | null, work: () => Promise<T>): Promise<T> }

export function createLanes(waitMsMax: number): Lanes {
  const lanes = new Map<string, Waiter[]>()

  function enter(name: string): Promise<void> {
    const waiting = lanes.get(name)
    if (waiting === undefined) {
      lanes.set(name, [])
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(new Refused('order_busy'))
      }, waitMsMax)
      waiting.push(waiter)
    })
  }

  function leave(name: string): void {
    const next = lanes.get(name)?.shift()
    if (next === undefined) lanes.delete(name)
    else next.start()
  }

  return {
    async run(name, work) {
      if (name === null) return work()
      await enter(name)
      try {
        return await work()
      } finally {
        leave(name)
      }
    },
  }
}

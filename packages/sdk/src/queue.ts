/** The functions that a page has left for the script, and those that it brings later. */

export type Push = (...functions: unknown[]) => number

/** Runs what is pushed, in order, with `sdk`; one that throws keeps no other from running. */
export function createQueue(sdk: unknown, warn: (sentence: string) => void): Push {
  const waiting: unknown[] = []
  let running = false
  return (...functions) => {
    waiting.push(...functions)
    if (running) return waiting.length
    running = true
    while (waiting.length > 0) {
      const next = waiting.shift()
      if (typeof next === 'function') attempt(() => next(sdk))
      else warn('push a function')
    }
    running = false
    return 0
  }
}

/** What it throws is reported as any other mistake of the page. */
export function attempt(run: () => void): void {
  try {
    run()
  } catch (error) {
    setTimeout(() => {
      throw error
    })
  }
}

/** The functions that a page has queued for the script, and those that it adds later. */

export type Push = (...functions: unknown[]) => number

/** Runs the pushed functions in order, with `sdk`; an exception does not stop the others. */
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

/** An exception is reported like any other error of the page. */
export function attempt(run: () => void): void {
  try {
    run()
  } catch (error) {
    setTimeout(() => {
      throw error
    })
  }
}

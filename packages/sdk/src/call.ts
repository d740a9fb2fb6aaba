import { attempt } from './queue.ts'

/** Calls a callback, and returns whether it exists. An exception is reported and stops nothing. */
export function call(callbacks: unknown, name: string, ...values: unknown[]): boolean {
  let callback: unknown
  attempt(() => {
    // Whatever the page passed: an inaccessible object throws.
    callback = (callbacks as Readonly<Record<string, unknown>> | null | undefined)?.[name]
    if (typeof callback === 'function') callback.apply(callbacks, values)
  })
  return typeof callback === 'function'
}

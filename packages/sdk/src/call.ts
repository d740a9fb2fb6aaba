import { attempt } from './queue.ts'

/** Whether there is such a callback. What it throws is reported and stops nothing. */
export function call(callbacks: unknown, name: string, ...values: unknown[]): boolean {
  let callback: unknown
  attempt(() => {
    // Whatever the page gave: what cannot be looked into throws.
    callback = (callbacks as Readonly<Record<string, unknown>> | null | undefined)?.[name]
    if (typeof callback === 'function') callback.apply(callbacks, values)
  })
  return typeof callback === 'function'
}

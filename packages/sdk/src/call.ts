import { attempt } from './queue.ts'

/** Whether there is such a callback. What it throws is reported and stops nothing. */
export function call(callbacks: unknown, name: string, ...values: unknown[]): boolean {
  let found: unknown
  attempt(() => {
    found = (callbacks as Readonly<Record<string, unknown>> | null | undefined)?.[name]
    if (typeof found === 'function') found.apply(callbacks, values)
  })
  return typeof found === 'function'
}

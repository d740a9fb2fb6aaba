import { type About, errorDetails } from '../error-details.ts'

type OnFailure<T> = {
  readonly log: { error(details: object, message: string): void }
  readonly message: string
  /** The lane, and which item it was. */
  readonly about: (item: T) => About
}

/**
 * Works on the items one after the other, and returns the sum of what it did. A failure is logged,
 * and stops no other.
 */
export async function workOnEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<number>,
  { log, message, about }: OnFailure<T>,
): Promise<number> {
  let sum = 0
  for (const item of items) {
    try {
      sum += await work(item)
    } catch (error) {
      log.error({ ...about(item), ...errorDetails(error) }, message)
    }
  }
  return sum
}

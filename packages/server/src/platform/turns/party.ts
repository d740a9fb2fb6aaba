/**
 * The party of the current work: the store that a request belongs to, or a part of the service. It
 * is passed along with everything done for a request (`AsyncLocalStorage`), so that scarce
 * resources can be shared among stores and not among requests (decision 0054).
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const parties = new AsyncLocalStorage<string>()

/** The work of the service itself, which belongs to no store. */
const OWN = ''

export function currentParty(): string {
  return parties.getStore() ?? OWN
}

export function onBehalfOf<T>(party: string, work: () => T): T {
  return parties.run(party, work)
}

/** Each part is produced on behalf of the party, no matter who reads it. */
export async function* partsOnBehalfOf<T>(
  party: string,
  parts: AsyncIterable<T>,
): AsyncGenerator<T> {
  const iterator = parts[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await onBehalfOf(party, () => iterator.next())
      if (done === true) return
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

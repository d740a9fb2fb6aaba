import type { Writing } from '../../tenancy/caller/context.ts'
import type { EndpointKey, Outcome } from './delivery.ts'
import { settleAttempts } from './settle-attempts.ts'

const AT_ONCE = 64

type Waiting = { readonly outcome: Outcome; resolve(): void; reject(error: unknown): void }

/**
 * Keeps what came of attempts, each endpoint's by itself: what comes while one transaction is under
 * way is kept together in the next.
 */
export function createKeeping(writing: Writing) {
  const waiting = new Map<string, Waiting[]>()

  async function keepAll(key: EndpointKey, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = takeOnce(queue)
      try {
        await settleAttempts(
          writing,
          key,
          batch.map(({ outcome }) => outcome),
        )
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    waiting.delete(key.endpointId)
  }

  return (key: EndpointKey, outcome: Outcome): Promise<void> =>
    new Promise((resolve, reject) => {
      const known = waiting.get(key.endpointId)
      const queue = known ?? []
      queue.push({ outcome, resolve, reject })
      if (known !== undefined) return
      waiting.set(key.endpointId, queue)
      void keepAll(key, queue)
    })
}

/** The next to keep: of one delivery not two at once. */
function takeOnce(queue: Waiting[]): Waiting[] {
  const taken = new Map<string, Waiting>()
  for (const each of queue) {
    const { id } = each.outcome.claimed.delivery
    if (taken.size < AT_ONCE && !taken.has(id)) taken.set(id, each)
  }
  const rest = queue.filter((each) => taken.get(each.outcome.claimed.delivery.id) !== each)
  queue.splice(0, queue.length, ...rest)
  return [...taken.values()]
}

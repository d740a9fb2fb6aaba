import type { Reader } from '../../platform/database/database.ts'
import { errorDetails } from '../../platform/error-details.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { NewEntry, RequestEntry } from './entry.ts'
import { writeRequests } from './store.ts'

export type RequestLog = {
  /** Costs an answering process a place in a list; it is written within two seconds. */
  note(entry: NewEntry): void
  /** Resolves when everything is written. */
  settled(): Promise<void>
}

const WAIT_MS = 1_000
const AT_ONCE = 1_000
/** With so many waiting, further ones are only counted. */
const WAITING_MAX = 10_000
const HASH_CHARACTERS = 22

type Keeping = {
  /** Whether anything is stored. */
  readonly on: boolean
  readonly database: Reader
  readonly vault: Pick<Vault, 'token'>
  readonly metrics: Pick<Metrics, 'count'>
  readonly log: { error(details: object, message: string): void }
}

/**
 * The log of requests, written by each process that answers them: in batches, beside the
 * transactions of the requests, and never more than it has room for (decision 0147).
 */
export function createRequestLog({ on, database, vault, metrics, log }: Keeping): RequestLog {
  let waiting: NewEntry[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function hashed({ idempotencyKey, ...entry }: NewEntry): RequestEntry {
    if (idempotencyKey === null) return { ...entry, idempotencyHash: null }
    // Across stores the hashes of keys cannot be compared.
    const token = vault.token('idempotency key', `${entry.storeId}/${idempotencyKey}`)
    const mac = token.slice(token.lastIndexOf('.') + 1)
    return { ...entry, idempotencyHash: mac.slice(0, HASH_CHARACTERS) }
  }

  async function write(): Promise<void> {
    const entries = waiting
    waiting = []
    for (let from = 0; from < entries.length; from += AT_ONCE) {
      const part = entries.slice(from, from + AT_ONCE)
      try {
        await writeRequests(database, part.map(hashed))
      } catch (error) {
        metrics.count('requestsNotKept', {}, part.length)
        log.error({ count: part.length, ...errorDetails(error) }, 'requests could not be logged')
      }
    }
  }

  /** One batch after the other: a slow database makes them larger, not more. */
  function begin(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    note(entry) {
      if (!on) return
      if (waiting.length >= WAITING_MAX) return metrics.count('requestsNotKept', {})
      waiting.push(entry)
      timer ??= setTimeout(() => void begin(), WAIT_MS).unref()
    },
    settled: begin,
  }
}

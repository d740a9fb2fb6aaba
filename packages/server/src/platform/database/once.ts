import { createHash } from 'node:crypto'
import { Refused } from '../refusal.ts'
import { placeOf, type SealedPlace } from '../secrets/sealed-columns.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Clock } from '../time/clock.ts'
import { utcMicros } from '../time/dates.ts'
import { columns, computed, select } from './columns.ts'
import type {
  Committed,
  Database,
  Insert,
  Reader,
  RowSet,
  Transaction,
  WriteOptions,
  Writer,
} from './database.ts'
import { rowSetsOf, Written } from './database.ts'
import { newRows } from './reader.ts'

/** A stored answer: kept with its effect, so that a repeated request gets it again. */
export type Answer = {
  readonly status: number
  readonly body: string | null
  readonly location: string | null
}

export type OnceKey = {
  readonly storeId: string
  readonly sandbox: boolean
  readonly key: string
  /** SHA-256 of method, path, query and body. */
  readonly requestHash: string
  /** Compares the stored request; absent: the hashes are compared. */
  readonly isSameRequest?: (stored: string) => boolean
}

/** The member of an event's data that only the auditor reads. */
export const ANSWER_HASH = 'answer_hash'

/**
 * Keys in progress in this process: a concurrent request with one is refused before it takes a
 * connection.
 */
const running = new Set<string>()

class Replay extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('replay')
    this.answer = answer
  }
}

type OnceOptions = {
  readonly database: Database
  readonly clock: Clock
  readonly once: OnceKey
  /** Encrypts the stored answer if it contains a secret. */
  readonly vault: Vault | undefined
}

/**
 * Runs a write at most once per key (contract §1): the look-up of the key, the effect and the
 * answer share one transaction; the unique index on the key decides races. A rollback frees the
 * key.
 */
export async function once<T>(
  { database, clock, once: key, vault }: OnceOptions,
  work: (writer: Writer) => Promise<T>,
  render: (result: T) => Answer,
): Promise<{ answer: Answer; replayed: boolean }> {
  const name = `${key.storeId}/${key.sandbox}/${key.key}`
  if (running.has(name)) throw new Refused('request_in_progress')
  running.add(name)
  try {
    // The work returns what its transaction commits.
    const result = await work(keyedWriter(database, { key, clock, vault, render: ofAny(render) }))
    return { answer: render(result), replayed: false }
  } catch (error) {
    if (error instanceof Replay) return { answer: error.answer, replayed: true }
    throw error
  } finally {
    running.delete(name)
  }
}

/** The answer stored for the key; undefined: none yet. */
export async function findAnswer(
  reader: Reader,
  { once: key, vault }: Pick<OnceOptions, 'once' | 'vault'>,
): Promise<Answer | undefined> {
  const [row] = await reader.query(
    select(
      columns('idempotency_keys', 'k').only('status', 'body', 'location', 'requestHash'),
      'FROM idempotency_keys k WHERE k.store_id = $1 AND k.sandbox = $2 AND k.key = $3',
    ),
    [key.storeId, key.sandbox, key.key],
  )
  return row && answerIn(row, key, vault)
}

/** The result of an operation is what its transaction commits. */
export function ofAny<T>(render: (result: T) => Answer): (result: unknown) => Answer {
  return render as never
}

type Keyed = {
  readonly key: OnceKey
  readonly clock: Clock
  readonly vault: Vault | undefined
  readonly render: (result: unknown) => Answer
}

function keyedWriter(database: Database, { key, clock, vault, render }: Keyed): Writer {
  return {
    transaction<R>(
      queue: string | null,
      work: (tx: Transaction) => Promise<Committed<R>>,
      options?: WriteOptions,
    ) {
      const keyed = async (tx: Transaction) => {
        const checked = refuseOrReplay(tx, key, vault)
        // Concurrent queries share a round trip there.
        if (tx.shared !== true) await checked
        const commit = <O>(outcome: O, ...written: readonly Written[]) => {
          const answer = sealed(render(outcome), key, vault)
          const answered = { key, at: clock.now(), answer, rowSets: rowSetsOf(written) }
          const hashed = Written.in(written, (all) => all.map(withHashOf(answered)))
          return tx.commit(outcome, hashed, Written.technically('answer', answerRow(answered)))
        }
        return settledValue(await Promise.allSettled([checked, work({ ...tx, commit })]))
      }
      return database.transaction(queue, keyed, options)
    },
  }
}

/** Both have ended, so no query is in progress; the error of the key takes precedence. */
function settledValue<T>([checked, worked]: readonly [
  PromiseSettledResult<void>,
  PromiseSettledResult<T>,
]): T {
  if (checked.status === 'rejected') throw checked.reason
  if (worked.status === 'rejected') throw worked.reason
  return worked.value
}

function sealed(answer: Answer, key: OnceKey, vault: Vault | undefined): Answer {
  if (vault === undefined || answer.body === null) return answer
  return { ...answer, body: vault.seal(answer.body, bodyPlace(key)) }
}

function bodyPlace({ storeId, sandbox, key }: OnceKey): SealedPlace {
  return placeOf('idempotency_keys.body', storeId, sandbox, key)
}

async function refuseOrReplay(
  tx: Transaction,
  key: OnceKey,
  vault: Vault | undefined,
): Promise<void> {
  const [row] = await tx.query(
    select(
      STORED_ANSWER,
      `FROM (SELECT 1) one LEFT JOIN idempotency_keys k
         ON k.store_id = $1 AND k.sandbox = $2 AND k.key = $3`,
    ),
    [key.storeId, key.sandbox, key.key, `once/${key.storeId}/${key.sandbox}/${key.key}`],
  )
  const { requestHash: stored = null } = row ?? {}
  if (row !== undefined && stored !== null) {
    throw new Replay(answerIn({ ...row, requestHash: stored }, key, vault))
  }
  if (row?.locked !== true) throw new Refused('request_in_progress')
}

/** The stored answer for the same request; a different request is refused. */
function answerIn(
  { requestHash: stored, ...answer }: Answer & { readonly requestHash: string },
  key: OnceKey,
  vault: Vault | undefined,
): Answer {
  const isSame = key.isSameRequest ?? ((each: string) => each === key.requestHash)
  if (!isSame(stored)) throw new Refused('idempotency_key_reused')
  const { status, location, body } = answer
  const isSealed = vault !== undefined && body !== null
  return { status, location, body: isSealed ? vault.open(body, bodyPlace(key)) : body }
}

/** The row of the key; without one the hash and everything else is null. */
const STORED_ANSWER = columns('idempotency_keys', 'k')
  .only('status', 'body', 'location')
  .and(
    computed<{ locked: boolean; requestHash: string | null }>({
      locked: 'pg_try_advisory_xact_lock(hashtextextended($4, 0))',
      requestHash: 'k.request_hash',
    }),
  )

type AnswerRow = {
  readonly key: OnceKey
  readonly at: Date
  readonly answer: Answer
  readonly rowSets: readonly RowSet[]
}

/** The row refers to the effect by its order and the sequence of its first event. */
function answerRow({ key, at, answer, rowSets }: AnswerRow): Insert {
  const [first] = newRows(rowSets, 'events')
  const orderId = first?.orderId ?? null
  const effect = {
    orderId,
    effectSequence: first?.sequence ?? null,
    effectId: orderId === null ? null : effectOf(first?.data),
  }
  const { storeId, sandbox, requestHash } = key
  const rows = [
    { storeId, sandbox, key: key.key, requestHash, ...effect, ...answer, createdAt: at },
  ]
  return { table: 'idempotency_keys', rows }
}

/**
 * The effect's first event contains the hash of the answer, and is sealed: a stored answer cannot
 * be changed unnoticed. Encrypted bodies are excluded: they may be encrypted again, and a change
 * would make them undecryptable.
 */
function withHashOf({ key, at, answer, rowSets }: AnswerRow): (rowSet: RowSet) => RowSet {
  const { body, location, status } = answer
  const [plain, when] = [body?.startsWith('{') ? body : '', utcMicros(at)]
  const parts = [key.key, key.requestHash, String(status), location ?? '', when, plain]
  const events = rowSets.find(({ table }) => table === 'events')
  return (rowSet) => {
    if (rowSet !== events || rowSet.table !== 'events' || !('rows' in rowSet)) return rowSet
    const [first, ...others] = rowSet.rows
    if (first?.orderId == null) return rowSet
    const data = { ...membersOf(first.data), [ANSWER_HASH]: requestHash(...parts) }
    return { ...rowSet, rows: [{ ...first, data }, ...others] }
  }
}

const membersOf = (data: unknown): object => (typeof data === 'object' && data !== null ? data : {})

function effectOf(data: unknown): string | null {
  const effect: unknown = Reflect.get(membersOf(data), 'effect_id')
  return typeof effect === 'string' ? effect : null
}

export function requestHash(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return hash.digest('hex')
}

const RETENTION_MS = 7 * 24 * 3_600_000
const FORGOTTEN_MAX = 1_000

/** Deletes keys older than 7 days, the oldest first, up to this many per call. */
export async function forgetAnswers(database: Reader, now: Date): Promise<void> {
  await database.query(
    `DELETE FROM idempotency_keys WHERE (store_id, sandbox, key) IN (
       SELECT store_id, sandbox, key FROM idempotency_keys WHERE created_at < $1
       ORDER BY created_at LIMIT $2)`,
    [new Date(now.getTime() - RETENTION_MS), FORGOTTEN_MAX],
  )
}

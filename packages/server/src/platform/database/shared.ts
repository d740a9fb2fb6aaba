/** Many works in one transaction, which share its round trips and its COMMIT (decision 0090). */

import { BoundedMap } from '../bounded-map.ts'
import { compose } from './compose.ts'
import type { Engine, PlainRowSet, RowSet, Statement, Transaction } from './database.ts'
import { gathering } from './gathering.ts'
import { commitOf, withTransaction } from './one-transaction.ts'
import { createReader } from './reader.ts'
import { together } from './together.ts'

/** Thrown by a work that would have to wait for a lock: it gets a transaction of its own. */
export class NotFree extends Error {}

/** Returns the rows to write. */
export type SharedWork = (tx: Transaction) => Promise<readonly RowSet[]>

export type Ended =
  | 'committed'
  /** Nothing of it was written: it has to run alone. */
  | 'alone'
  /** It was refused or failed, and wrote nothing. */
  | { readonly own: unknown }
  /** The failure of the transaction. */
  | { readonly failure: unknown }

/**
 * Runs the works concurrently in one transaction. A work that refuses or fails by itself affects no
 * other. If a statement fails, nothing was written, and its cause may be any work; if the
 * connection is lost, it is unknown what was written. `committing` is called when COMMIT has been
 * sent and its answer is awaited.
 */
export async function inSharedTransaction(
  engine: Engine,
  works: readonly SharedWork[],
  committing: () => void = () => {},
): Promise<Ended[]> {
  const own = new Map<SharedWork, Ended>()
  const ended = (rest: Ended) => works.map((work) => own.get(work) ?? rest)
  try {
    await withTransaction(engine, async ({ send, commit }) => {
      const statements = gathering(send)
      const tx = { ...createReader(statements.run), commit: commitOf, shared: true } as const
      const written = await Promise.all(
        works.map(async (work): Promise<readonly RowSet[]> => {
          try {
            return await work(tx)
          } catch (error) {
            // After a failed statement any error may follow, without a fault of the work.
            const end = error instanceof NotFree ? 'alone' : { own: error }
            if (statements.failure() === undefined) own.set(work, end)
            return []
          }
        }),
      )
      const failure = statements.failure()
      if (failure !== undefined) throw failure
      const committed = commit(writeOf(works, written, own))
      committing()
      await committed
    })
    return ended('committed')
  } catch (failure) {
    return ended({ failure })
  }
}

/**
 * Everything to write. If two works change one row, as when an order has two names, only the first
 * is included.
 */
function writeOf(
  works: readonly SharedWork[],
  written: readonly (readonly RowSet[])[],
  own: Map<SharedWork, Ended>,
): Statement | undefined {
  const taken = new Set<string>()
  const writing = written.filter((rowSets, index) => {
    const rows = rowSets.flatMap(changedRow)
    const work = works[index]
    const isFree = !rows.some((row) => taken.has(row))
    if (!isFree && work !== undefined) own.set(work, 'alone')
    for (const row of rows) taken.add(row)
    return isFree && rowSets.length > 0
  })
  const [first = []] = writing
  if (writing.length <= 1) return compose(first)
  const write = compose(together(writing.flat()))
  return write === undefined ? undefined : named(write)
}

function changedRow(rowSet: PlainRowSet): string[] {
  return 'set' in rowSet ? [JSON.stringify([rowSet.table, rowSet.where])] : []
}

const TEXTS_MAX = 500
const NAMED_MAX = 200
const OFTEN = 3
const met = new BoundedMap<string, number>(TEXTS_MAX)
const names = new Set<string>()

/**
 * The text names the kinds of works. Frequent combinations are prepared; the many others must not
 * use up the names of a session.
 */
function named(write: Statement): Statement {
  const { text } = write
  if (names.has(text)) return write
  const times = (met.get(text) ?? 0) + 1
  met.set(text, times)
  if (times < OFTEN || names.size >= NAMED_MAX) return { ...write, passing: true }
  names.add(text)
  return write
}

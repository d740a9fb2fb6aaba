import { compose } from './compose.ts'
import type { Committed, Database, Reader, RowSet, Transaction, Writer } from './database.ts'
import { rowSetsOf } from './database.ts'

/** Thrown to roll a transaction back. */
class Undone extends Error {}

/**
 * Runs a write without its effect (decision 0018): the same work in the same transaction. Its
 * statement is executed, so that every constraint is checked; `look` reads the resulting rows, and
 * everything is rolled back.
 */
export async function dryRun<T, E>(
  database: Database,
  work: (writer: Writer) => Promise<T>,
  look: (reader: Reader, rowSets: readonly RowSet[]) => Promise<E>,
): Promise<{ result: T; effects: E }> {
  let seen: { readonly effects: E } | undefined
  const writer: Writer = {
    async transaction<R>(queue: string | null, inner: (tx: Transaction) => Promise<Committed<R>>) {
      const outcomes: R[] = []
      try {
        await database.transaction(queue, async (tx) => {
          const { outcome, written } = await inner(tx)
          const rowSets = rowSetsOf(written)
          const write = compose(rowSets)
          if (write !== undefined) await tx.query(write.text, write.values)
          seen = { effects: await look(tx, rowSets) }
          outcomes.push(outcome)
          throw new Undone()
        })
      } catch (error) {
        if (!(error instanceof Undone)) throw error
      }
      for (const outcome of outcomes) return outcome
      throw new Error('a dry run whose transaction was not undone')
    },
  }
  const result = await work(writer)
  if (seen === undefined) throw new Error('a dry run without a transaction')
  return { result, effects: seen.effects }
}

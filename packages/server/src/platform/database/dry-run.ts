import { compose } from './compose.ts'
import type { Database, Reader, RowSet, Writer } from './database.ts'

/** Carries what was found out of a transaction that is rolled back. */
class Undone<E> extends Error {
  readonly outcome: unknown
  readonly effects: E

  constructor(outcome: unknown, effects: E) {
    super('undone')
    this.outcome = outcome
    this.effects = effects
  }
}

/**
 * Runs a write without its effect (decision 0018): the same work in the same transaction, its
 * statement carried out, so that every constraint has its say; `look` reads what would then stand,
 * and all of it is rolled back.
 */
export async function dryRun<T, E>(
  database: Database,
  work: (writer: Writer) => Promise<T>,
  look: (reader: Reader, rowSets: readonly RowSet[]) => Promise<E>,
): Promise<{ result: T; effects: E }> {
  let seen: Undone<E> | undefined
  const writer: Writer = {
    async transaction<R>(...[queue, inner]: Parameters<Writer['transaction']>) {
      try {
        await database.transaction(queue, async (tx) => {
          const { outcome, rowSets } = await inner(tx)
          const write = compose(rowSets)
          if (write !== undefined) await tx.query(write.text, write.values)
          throw new Undone(outcome, await look(tx, rowSets))
        })
      } catch (error) {
        if (!(error instanceof Undone)) throw error
        seen = error
      }
      return seen?.outcome as R
    },
  }
  const result = await work(writer)
  if (seen === undefined) throw new Error('a dry run without a transaction')
  return { result, effects: seen.effects }
}

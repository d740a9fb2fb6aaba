import { countOverdue, lockUncounted } from '../../kernel/loans/store.ts'
import type { Writer } from '../../platform/database/database.ts'
import type { Work } from '../../platform/work/due.ts'

/** So many loans before other work has its turn. */
const LOANS = 500

/**
 * Counts overdue amounts of loans written by the previous release, which does not know them. Until
 * then lists count them themselves.
 */
export const createCounting =
  ({ writer }: { readonly writer: Writer }): Work =>
  () =>
    writer.transaction(null, async (tx) => {
      const loans = await lockUncounted(tx, LOANS)
      if (loans.length > 0) await countOverdue(tx, loans)
      return tx.commit(loans.length)
    })

import { countOverdue, lockUncounted } from '../../kernel/loans/store.ts'
import type { Writer } from '../../platform/database/database.ts'
import type { Work } from '../../platform/work/due.ts'

/** So many loans before other work has its turn. */
const LOANS = 500

/**
 * Counts what is overdue of loans whose rows the release before has written, which knows nothing of
 * it. Until then lists count it themselves.
 */
export const createCounting =
  ({ writer }: { readonly writer: Writer }): Work =>
  () =>
    writer.transaction(null, async (tx) => {
      const loans = await lockUncounted(tx, LOANS)
      if (loans.length > 0) await countOverdue(tx, loans)
      return tx.commit(loans.length)
    })

import type { NewRow } from './columns.ts'
import type { PlainRowSet, RowSet } from './database.ts'
import { together } from './together.ts'

/**
 * What nobody wants for itself, and no action stands for: it keeps the service going, and decides
 * nothing about a store, an order or its money (decision 0110).
 */
export const technicalWrites = [
  /** Who works on something, and until when. */
  'lease',
  /** How an attempt to reach a store ended, and when the next is. */
  'attempt',
  'placing',
  'seal',
  'tally',
  /** The answer that is given again under an `Idempotency-Key`. */
  'answer',
  /** What the sandbox's provider keeps, as if it were elsewhere. */
  'provider',
  /** When a store is paid next, where nothing is paid. */
  'calendar',
] as const
export type TechnicalWrite = (typeof technicalWrites)[number]

/** What says which action wrote it. */
const MARKED: ReadonlySet<string> = new Set([
  ...['ledger_entries', 'store_entries', 'events'],
  ...['settlement_lines', 'payouts', 'decision_reviews'],
])

/** What a commit takes: row sets with the action that writes them, or with why there is none. */
export class Written {
  readonly #rowSets: readonly RowSet[]

  private constructor(rowSets: readonly RowSet[]) {
    this.#rowSets = rowSets
  }

  /** The row of the action is written with them, and they name it. */
  static by(action: NewRow<'actions'>, rowSets: readonly RowSet[]): Written {
    const marked = rowSets.map((rowSet) => markedBy(action.id, rowSet))
    return new Written([...marked, { table: 'actions', rows: [action] }])
  }

  static technically(_why: TechnicalWrite, ...rowSets: readonly RowSet[]): Written {
    return new Written(rowSets)
  }

  /** What many operations write, with one row set for all that have the same form. */
  static together(all: readonly Written[]): Written {
    return new Written(together(rowSetsOf(all)))
  }

  get rowSets(): readonly RowSet[] {
    return this.#rowSets
  }

  with(change: (rowSet: RowSet) => RowSet): Written {
    return new Written(this.#rowSets.map(change))
  }
}

export const rowSetsOf = (all: readonly Written[]): readonly RowSet[] =>
  all.flatMap(({ rowSets }) => rowSets)

function markedBy(actionId: string, rowSet: RowSet): RowSet {
  if (!MARKED.has(rowSet.table) || !('rows' in rowSet)) return rowSet
  const plain: PlainRowSet = {
    ...rowSet,
    rows: rowSet.rows.map((row) => ({ ...row, actionId })),
  }
  // Rows of the same table with one column more, which all of `MARKED` have.
  return plain as RowSet
}

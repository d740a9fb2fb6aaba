/**
 * The storage as the rest of the service sees it: `query` and `transaction` (style 2.10).
 * PostgreSQL and the embedded database speak the same protocol and the same SQL; nobody above can
 * tell which one it is.
 */

import type { Usage } from '../turns/turns.ts'
import type { Entity, NewRow, Query, TableName } from './columns.ts'

/** One statement; `values` stand for $1, $2, … */
export type Statement = {
  readonly text: string
  readonly values: readonly unknown[]
  /** Made at run time: not kept under a name, and planned for these very values. */
  readonly passing?: boolean
}
/** Of a statement that says nothing of its rows. */
export type Row = Readonly<Record<string, unknown>>

export type Reader = {
  query<R = Row>(text: Query<R>, values: readonly unknown[]): Promise<R[]>
  /** A quick look-up by key. Outside a transaction those asked at once share a round trip. */
  lookUp<R = Row>(text: Query<R>, values: readonly unknown[]): Promise<R[]>
  /** A query that was made at run time, such as a filtered list. */
  search<R = Row>(text: Query<R>, values: readonly unknown[]): Promise<R[]>
}

/** Of any table: the name of the table says which properties there are. */
type OfTables<Form extends Record<TableName, unknown>> = Form[TableName]
type Some<T extends TableName> = Partial<Entity<T>>

/** Rows to add to one table. All have the same columns. */
export type Insert = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly rows: readonly NewRow<T>[]
    /** They travel as one value, so that the text is the same for any number of them. */
    readonly many?: true
  }
}>
/** A change of exactly one row: any other number fails the whole transaction. */
export type Update = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly where: Some<T>
    readonly set: Some<T>
    /** Of all rows that match instead, be it none. */
    readonly any?: true
  }
}>
/**
 * Rows to add, or to change where their key is taken; to leave, where nothing is to be changed. All
 * have the same columns.
 */
export type Upsert = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly key: readonly (keyof Entity<T>)[]
    /** What is written anew where the key is taken; the rest stays. */
    readonly changed: readonly (keyof Entity<T>)[]
    readonly rows: readonly NewRow<T>[]
  }
}>
/**
 * The same change of many rows, each found by its key: a row that is not there fails the whole
 * transaction. All rows have the same columns.
 */
export type Changes = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly by: readonly (keyof Entity<T>)[]
    readonly changes: readonly Some<T>[]
  }
}>
/** Many updates of one table: all name the same columns, as conditions and as what is set. */
type Updates = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly updates: readonly { readonly where: Some<T>; readonly set: Some<T> }[]
    /** As of a single one. */
    readonly any?: true
  }
}>
/** The end of all rows that match, be it none; a list of texts matches each of them. */
export type Removal = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly remove: { readonly [C in keyof Entity<T>]?: Entity<T>[C] | readonly Entity<T>[C][] }
  }
}>
/** The same without the tables' properties, for code that works on any of them. */
export type PlainValues = Readonly<Record<string, unknown>>
export type PlainInsert = {
  readonly table: string
  readonly rows: readonly PlainValues[]
  readonly many?: true
}
export type PlainUpdate = {
  readonly table: string
  readonly where: PlainValues
  readonly set: PlainValues
  readonly any?: true
}
export type PlainUpsert = PlainInsert & {
  readonly key: readonly string[]
  readonly changed: readonly string[]
}
export type PlainChanges = {
  readonly table: string
  readonly by: readonly string[]
  readonly changes: readonly PlainValues[]
}
export type PlainUpdates = {
  readonly table: string
  readonly updates: readonly Pick<PlainUpdate, 'where' | 'set'>[]
  readonly any?: true
}
export type PlainRemoval = { readonly table: string; readonly remove: PlainValues }
export type PlainRowSet =
  | PlainInsert
  | PlainUpdate
  | PlainUpdates
  | PlainChanges
  | PlainUpsert
  | PlainRemoval

export type RowSet = Insert | Update | Updates | Changes | Upsert | Removal

/**
 * What nobody wants for itself, and no action stands for: it keeps the service going, and decides
 * nothing about a store, an order or its money (decision 0110).
 */
type TechnicalWrite =
  /** Who works on something, and until when. */
  | 'lease'
  /** How an attempt to reach a store ended, and when the next is. */
  | 'attempt'
  | 'placing'
  | 'seal'
  | 'tally'
  /** What accounts held when a day was over. */
  | 'closing'
  /** The answer that is given again under an `Idempotency-Key`. */
  | 'answer'
  /** What the sandbox's provider keeps, as if it were elsewhere. */
  | 'provider'
  /** When a store is paid next, where nothing is paid. */
  | 'calendar'
  /** How often somebody tried to sign in, which slows them down. */
  | 'sign_in'
  /** How much was done of what has a bound; the action that did it is named. */
  | 'bound'

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

  /** The same rows in other row sets: one for each of many, or one for all that are alike. */
  static in(all: readonly Written[], change: (rowSets: readonly RowSet[]) => RowSet[]): Written {
    return new Written(change(rowSetsOf(all)))
  }

  get rowSets(): readonly RowSet[] {
    return this.#rowSets
  }
}

export const rowSetsOf = (all: readonly Written[]): readonly RowSet[] =>
  all.flatMap(({ rowSets }) => rowSets)

/** New rows of what an action leaves for good say which one it was. */
function markedBy(actionId: string, rowSet: RowSet): RowSet {
  if (!('rows' in rowSet)) return rowSet
  const mark = <R extends object>(rows: readonly R[]) => rows.map((row) => ({ ...row, actionId }))
  switch (rowSet.table) {
    case 'events':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'ledger_entries':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'store_entries':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'settlement_lines':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'payouts':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'store_states':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'store_terms':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'creditors':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'bank_accounts':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'decision_reviews':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'manual_payments':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'loan_notes':
      return { ...rowSet, rows: mark(rowSet.rows) }
    case 'approval_policies':
      return { ...rowSet, rows: mark(rowSet.rows) }
    default:
      return rowSet
  }
}

/** What `commit` answers: the outcome of the work, and all it writes. */
export type Committed<T> = { readonly outcome: T; readonly written: readonly Written[] }

export type Transaction = Reader & {
  /**
   * Everything the transaction writes, as one statement that is sent together with COMMIT; each row
   * set with the action that writes it.
   */
  commit<T>(outcome: T, ...written: readonly Written[]): Committed<T>
  /**
   * Others work in it, too: nobody may wait for a lock, and nothing is written but by `commit`.
   */
  readonly shared?: boolean
}

export type WriteOptions = {
  /** It locks but one order, waits for nobody and writes by `commit` alone (decision 0090). */
  readonly shares: boolean
}

export type Writer = {
  /**
   * Runs the work in one transaction. It may run again after a deadlock or a serialization failure,
   * so it must be repeatable. Those who name the same queue wait for each other before they take a
   * connection, at most 2 s, then `order_busy`. Errors: `order_busy`, `database_unavailable`, and
   * whatever the work throws, which rolls back. A work that shares may run in one transaction with
   * others that arrive at the same time.
   */
  transaction<T>(
    queue: string | null,
    work: (tx: Transaction) => Promise<Committed<T>>,
    options?: WriteOptions,
  ): Promise<T>
}

/** What the processes on one database tell each other: each is a channel of the server. */
export const topics = ['work_due', 'process_alive', 'requests_taken'] as const
export type Topic = (typeof topics)[number]

/** Between the processes on one database. What is sent may get lost: nothing may depend on it. */
export type Signals = {
  /** Tells the others, soon, and once what is the same; a text has 4,000 characters at most. */
  tell(topic: Topic, text?: string): void
  /**
   * Calls back when another process has signalled; without a text, too, when something may have
   * been missed.
   */
  listen(topic: Topic, listener: (text: string) => void): void
  close(): Promise<void>
}

export type Database = Reader &
  Writer & {
    readonly signals: Pick<Signals, 'tell' | 'listen'>
    /** To be called now and then: what the embedded database does not do by itself. */
    maintain(): Promise<void>
    /** Of the connections of this process. */
    usage(): Usage
    close(): Promise<void>
  }

/** A session of one of the two databases. */
export type Connection = {
  /** One round trip; stops at the first statement that fails. */
  batch(statements: readonly Statement[]): Promise<Row[][]>
  /** Several statements in one text without values: migrations. */
  script(text: string): Promise<void>
}

export type Engine = {
  readonly kind: 'postgres' | 'embedded'
  readonly signals: Signals
  /** `msMax`: how long an exchange may take; without it, what suits a request. */
  connect(msMax?: number): Promise<Connection>
  /** A broken connection is not used again. */
  release(connection: Connection, broken: boolean): void
  usage(): Usage
  close(): Promise<void>
}

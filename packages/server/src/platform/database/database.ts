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
  /** Built at run time: not prepared under a name, and planned for these values. */
  readonly passing?: boolean
}
/** The type of rows of an untyped statement. */
export type Row = Readonly<Record<string, unknown>>

export type Reader = {
  query<R = Row>(text: Query<R>, values: readonly unknown[]): Promise<R[]>
  /** A quick look-up by key. Outside a transaction, concurrent ones share a round trip. */
  lookUp<R = Row>(text: Query<R>, values: readonly unknown[]): Promise<R[]>
  /** A query built at run time, such as a filtered list. */
  search<R = Row>(text: Query<R>, values: readonly unknown[]): Promise<R[]>
}

/** For any table: its name determines the properties. */
type OfTables<Form extends Record<TableName, unknown>> = Form[TableName]
type Some<T extends TableName> = Partial<Entity<T>>

/** Rows to insert into one table. All have the same columns. */
export type Insert = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly rows: readonly NewRow<T>[]
    /** They are passed as one value, so the text is the same for any number of them. */
    readonly many?: true
  }
}>
/** A change of exactly one row: any other number fails the whole transaction. */
export type Update = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly where: Some<T>
    readonly set: Some<T>
    /** Changes all matching rows instead, possibly none. */
    readonly any?: true
  }
}>
/**
 * Rows to insert, or to update if their key exists; to skip if there is nothing to update. All have
 * the same columns.
 */
export type Upsert = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly key: readonly (keyof Entity<T>)[]
    /** The columns to update if the key exists; the others remain. */
    readonly changed: readonly (keyof Entity<T>)[]
    readonly rows: readonly NewRow<T>[]
  }
}>
/**
 * The same change of many rows, each found by its key: a missing row fails the whole transaction.
 * All rows have the same columns.
 */
export type Changes = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly by: readonly (keyof Entity<T>)[]
    readonly changes: readonly Some<T>[]
  }
}>
/** Many updates of one table, with the same columns as conditions and as changes. */
type Updates = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly updates: readonly { readonly where: Some<T>; readonly set: Some<T> }[]
    /** As for a single update. */
    readonly any?: true
  }
}>
/** Deletes all matching rows, possibly none; a list of texts matches each of them. */
export type Removal = OfTables<{
  [T in TableName]: {
    readonly table: T
    readonly remove: { readonly [C in keyof Entity<T>]?: Entity<T>[C] | readonly Entity<T>[C][] }
  }
}>
/** The same without the tables' types, for code that works on any of them. */
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
 * Technical rows that need no action: they keep the service running, and decide nothing about a
 * store, an order or its money (decision 0110).
 */
type TechnicalWrite =
  /** A claim on some work, until a time. */
  | 'lease'
  /** The result of an attempt to reach a store, and the time of the next one. */
  | 'attempt'
  | 'placing'
  | 'seal'
  | 'tally'
  /** The balances of accounts at the end of a day. */
  | 'closing'
  /** The stored answer of an `Idempotency-Key`. */
  | 'answer'
  /** The data of the sandbox's payment provider, as if it were another system. */
  | 'provider'
  /** The next payout date of a store when nothing is paid. */
  | 'calendar'
  /** Counts of sign-in attempts, which slow down further ones. */
  | 'sign_in'
  /** The use of a limited permission; it names the action. */
  | 'bound'

/** Row sets to commit, with the action that writes them, or the reason why there is none. */
export class Written {
  readonly #rowSets: readonly RowSet[]

  private constructor(rowSets: readonly RowSet[]) {
    this.#rowSets = rowSets
  }

  /** The row of the action is written with them, and they refer to it. */
  static by(action: NewRow<'actions'>, rowSets: readonly RowSet[]): Written {
    const marked = rowSets.map((rowSet) => markedBy(action.id, rowSet))
    return new Written([...marked, { table: 'actions', rows: [action] }])
  }

  static technically(_why: TechnicalWrite, ...rowSets: readonly RowSet[]): Written {
    return new Written(rowSets)
  }

  /** The same rows in other row sets: one for each of many, or one for all alike. */
  static in(all: readonly Written[], change: (rowSets: readonly RowSet[]) => RowSet[]): Written {
    return new Written(change(rowSetsOf(all)))
  }

  get rowSets(): readonly RowSet[] {
    return this.#rowSets
  }
}

export const rowSetsOf = (all: readonly Written[]): readonly RowSet[] =>
  all.flatMap(({ rowSets }) => rowSets)

/** Permanent rows refer to the action that inserted them. */
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

/** The result of `commit`: the outcome of the work, and everything that it writes. */
export type Committed<T> = { readonly outcome: T; readonly written: readonly Written[] }

export type Transaction = Reader & {
  /**
   * Everything the transaction writes, as one statement that is sent together with COMMIT; each row
   * set with its action.
   */
  commit<T>(outcome: T, ...written: readonly Written[]): Committed<T>
  /** Other work shares the transaction: do not wait for a lock, and write by `commit` only. */
  readonly shared?: boolean
}

export type WriteOptions = {
  /** It locks a single order, waits for nothing and writes by `commit` only (decision 0090). */
  readonly shares: boolean
}

export type Writer = {
  /**
   * Runs the work in one transaction. It may run again after a deadlock or a serialization failure,
   * so it must be repeatable. Work with the same queue waits for its turn before it takes a
   * connection. If its turn, a transaction and a lock take longer than 2 s in all, it fails with
   * `order_busy`. Work with `shares` may run in one transaction with other work that arrives at the
   * same time. Errors: `order_busy`, `database_unavailable`, and whatever the work throws, which
   * rolls back.
   */
  transaction<T>(
    queue: string | null,
    work: (tx: Transaction) => Promise<Committed<T>>,
    options?: WriteOptions,
  ): Promise<T>
}

/** Signals between the processes on one database: each is a channel of the server. */
export const topics = ['work_due', 'process_alive', 'requests_taken'] as const
export type Topic = (typeof topics)[number]

/** Between the processes on one database. Signals may be lost: nothing may depend on them. */
export type Signals = {
  /**
   * Signals the others soon, and only once for equal texts; a text has at most 4,000 characters.
   */
  publish(topic: Topic, text?: string): void
  /**
   * Calls back when another process has signalled; also, without a text, when a signal may have
   * been missed.
   */
  listen(topic: Topic, listener: (text: string) => void): void
  close(): Promise<void>
}

export type Database = Reader &
  Writer & {
    readonly signals: Pick<Signals, 'publish' | 'listen'>
    /** Call it regularly: maintenance that the embedded database does not do by itself. */
    maintain(): Promise<void>
    /** The connections of this process. */
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
  /** `msMax`: the time limit of an exchange; the default suits a request. */
  connect(msMax?: number): Promise<Connection>
  /** A broken connection is not used again. */
  release(connection: Connection, broken: boolean): void
  usage(): Usage
  close(): Promise<void>
}

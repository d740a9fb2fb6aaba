/**
 * The storage as the rest of the service sees it: `query` and `transaction` (style 2.10).
 * PostgreSQL and the embedded database speak the same protocol and the same SQL; nobody above can
 * tell which one it is.
 */

/** One statement; `values` stand for $1, $2, … */
export type Statement = {
  readonly text: string
  readonly values: readonly unknown[]
  /** Made at run time: not kept under a name, and planned for these very values. */
  readonly passing?: boolean
}
// biome-ignore lint/suspicious/noExplicitAny: The store beside the SQL gives a row its type.
export type Row = Record<string, any>

export type Reader = {
  query(text: string, values: readonly unknown[]): Promise<Row[]>
  /** A quick look-up by key. Outside a transaction those asked at once share a round trip. */
  lookUp(text: string, values: readonly unknown[]): Promise<Row[]>
  /** A query that was made at run time, such as a filtered list. */
  search(text: string, values: readonly unknown[]): Promise<Row[]>
}

/** Rows to add to one table. All have the same columns. */
export type Insert = {
  readonly table: string
  readonly rows: readonly Record<string, unknown>[]
  /** They travel as one value, so that the text is the same for any number of them. */
  readonly many?: true
}
/** A change of exactly one row: any other number fails the whole transaction. */
export type Update = {
  readonly table: string
  readonly where: Readonly<Record<string, unknown>>
  readonly set: Readonly<Record<string, unknown>>
  /** Of all rows that match instead, be it none. */
  readonly any?: true
}
/**
 * Rows to add, or to change where their key is taken; to leave, where nothing is to be changed. All
 * have the same columns.
 */
export type Upsert = {
  readonly table: string
  readonly key: readonly string[]
  /** What is written anew where the key is taken; the rest stays. */
  readonly changed: readonly string[]
  readonly rows: readonly Record<string, unknown>[]
}
/**
 * The same change of many rows, each found by its key: a row that is not there fails the whole
 * transaction. All rows have the same columns.
 */
export type Changes = {
  readonly table: string
  readonly by: readonly string[]
  readonly changes: readonly Readonly<Record<string, unknown>>[]
}

/** Many updates of one table: all name the same columns, as conditions and as what is set. */
export type Updates = {
  readonly table: string
  readonly updates: readonly Pick<Update, 'where' | 'set'>[]
  /** As of a single one. */
  readonly any?: true
}

/** The end of all rows that match, be it none; a list of texts matches each of them. */
export type Removal = { readonly table: string; readonly remove: Update['where'] }
export type RowSet = Insert | Update | Updates | Changes | Upsert | Removal

/** What `commit` answers: the outcome of the work, and all it writes. */
export type Committed<T> = { readonly outcome: T; readonly rowSets: readonly RowSet[] }

export type Transaction = Reader & {
  /** Everything the transaction writes, as one statement that is sent together with COMMIT. */
  commit<T>(outcome: T, ...rowSets: RowSet[]): Committed<T>
}

export type Writer = {
  /**
   * Runs the work in one transaction. It may run again after a deadlock or a serialization failure,
   * so it must be repeatable. Those who name the same queue wait for each other before they take a
   * connection, at most 2 s, then `order_busy`. Errors: `order_busy`, `database_unavailable`, and
   * whatever the work throws, which rolls back.
   */
  transaction<T>(queue: string | null, work: (tx: Transaction) => Promise<Committed<T>>): Promise<T>
}

/**
 * Between the processes on one database: that there is work. It may get lost, so whoever listens
 * looks for himself now and then.
 */
export type Signals = {
  /** Tells the others, soon, and once for many calls. */
  tell(): void
  /** Calls back when another process has told. */
  listen(told: () => void): void
  close(): Promise<void>
}

export type Database = Reader &
  Writer & {
    readonly signals: Pick<Signals, 'tell' | 'listen'>
    /** To be called now and then: what the embedded database does not do by itself. */
    maintain(): Promise<void>
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
  /** `msMax`: how long an exchange may take; the embedded database has a limit of its own. */
  connect(msMax?: number): Promise<Connection>
  /** A broken connection is not used again. */
  release(connection: Connection, broken: boolean): void
  close(): Promise<void>
}

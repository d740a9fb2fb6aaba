/**
 * A batch of statements in PostgreSQL's own protocol: encoded once, sent in one write, answered in
 * one read. Both databases accept it, a server over a socket and the embedded one through its raw
 * entry. Statements are prepared under a name the first time and only bound after that.
 */
import { isRecord } from '@svc/api'
import { serialize } from 'pg-protocol'
import { errorOf } from '../narrow.ts'
import type { Statement } from './database.ts'
import { ConnectionLost, failureOf, type ServerError } from './failure.ts'

/** Named texts; each session prepares those that it uses. Texts beyond this number stay unnamed. */
const NAMED_MAX = 1_000
const names = new Map<string, string>()

function nameOf({ text, passing }: Statement): string {
  if (passing === true) return ''
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= NAMED_MAX) return ''
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** While it is being read. */
type Row = Record<string, unknown>

type Field = { readonly name: string; readonly dataTypeID: number }
/** A column named `key.id` is the member `id` of the object `key`. */
type Column = {
  readonly name: string
  readonly of: string | undefined
  readonly decode: (text: string) => unknown
}

/**
 * The prepared statements of a session, with the columns of their answers: belongs to the
 * connection, so that a session which has to prepare again also learns the columns again.
 */
export type Prepared = Map<string, readonly Column[]>

/** One round trip. The `pg` client calls the methods named `handle…` while the answer arrives. */
export class Exchange {
  readonly bytes: Buffer
  readonly answer: Promise<Row[][]>
  readonly #prepared: Prepared | undefined
  readonly #statements: readonly string[]
  readonly #results: Row[][] = []
  #columns: Column[] = []
  #rows: Row[] = []
  #failure: Error | undefined
  #resolve!: (rows: Row[][]) => void
  #reject!: (error: Error) => void

  /** Without prepared names, every statement stays unnamed. */
  constructor(
    statements: readonly Statement[] | { readonly script: string },
    prepared: Prepared | undefined,
  ) {
    this.#prepared = prepared
    const named = (each: Statement) => (prepared === undefined ? '' : nameOf(each))
    this.#statements = 'script' in statements ? [] : statements.map(named)
    this.bytes =
      'script' in statements ? serialize.query(statements.script) : this.#encode(statements)
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  #encode(statements: readonly Statement[]): Buffer {
    const parts: Buffer[] = []
    const inBatch = new Set<string>()
    statements.forEach(({ text, values }, index) => {
      const name = this.#statements[index] ?? ''
      const described = this.#prepared?.has(name) === true
      if (!described && !inBatch.has(name)) {
        // After an error it is unknown which names the session has: closing one that does not exist
        // is no error.
        if (name !== '') parts.push(serialize.close({ type: 'S', name }))
        parts.push(serialize.parse({ name, text }))
        if (name !== '') inBatch.add(name)
      }
      parts.push(serialize.bind({ statement: name, values: values.map(encodeValue) }))
      if (!described) parts.push(serialize.describe({ type: 'P' }))
      parts.push(serialize.execute({}))
    })
    return Buffer.concat([...parts, serialize.sync()])
  }

  submit(connection: { stream: { write(bytes: Buffer): unknown } }): null {
    connection.stream.write(this.bytes)
    return null
  }

  handleRowDescription(message: { fields: readonly Field[] }): void {
    this.#columns = message.fields.map(({ name, dataTypeID }) => {
      const [last = '', of] = name.split('.').reverse()
      return { name: last, of, decode: decoders.get(dataTypeID) ?? asText }
    })
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Row = {}
    const columns = this.#prepared?.get(this.#name()) ?? this.#columns
    try {
      for (const [index, column] of columns.entries()) {
        const text = fields[index] ?? null
        const object = column.of === undefined ? row : member(row, column.of)
        object[column.name] = text === null ? null : column.decode(text)
      }
    } catch (error) {
      // The rest of the answer still has to be read: the session is in order.
      this.#failure ??= errorOf(error)
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {
    const name = this.#name()
    if (name !== '' && this.#prepared?.has(name) === false) this.#prepared.set(name, this.#columns)
    this.#results.push(this.#rows)
    this.#rows = []
    this.#columns = []
  }

  /** Of the statement whose answer is being read. */
  #name(): string {
    return this.#statements[this.#results.length] ?? ''
  }

  /** The session is ready again only when the server says so, unless the connection is lost. */
  handleError(error: ServerError): void {
    const failure = failureOf(error)
    this.#failure = failure
    if (failure instanceof ConnectionLost) this.#reject(failure)
  }

  handleReadyForQuery(): void {
    if (this.#failure !== undefined) this.#reject(this.#failure)
    else this.#resolve(this.#results)
  }

  /** No further answer will come; an earlier message of the server says more. */
  abandon(loss: ConnectionLost): void {
    this.#reject(this.#failure ?? loss)
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  // Row limits and COPY are never requested.
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
}

function member(row: Row, name: string): Row {
  const known = row[name]
  if (isRecord(known)) return known
  const made: Row = {}
  row[name] = made
  return made
}

function encodeValue(value: unknown): string | null {
  if (value === null) return null
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      if (!Number.isFinite(value)) break
      return String(value)
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'object':
      if (value instanceof Date) return value.toISOString()
      if (Array.isArray(value)) return arrayText(value)
      return JSON.stringify(value)
  }
  throw new Error(`cannot be stored: ${String(value)}`)
}

/** An array of texts. Arrays that are JSON arrive here as text already. */
function arrayText(items: readonly unknown[]): string {
  const quoted = items.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`)
  return `{${quoted.join(',')}}`
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`beyond the safe range: ${text}`)
  return number
}

/** Sessions run in UTC, so that the offset is always +00. */
function instant(text: string): Date {
  return new Date(`${text.slice(0, -3).replace(' ', 'T')}Z`)
}

const asText = (text: string): string => text

/**
 * By type number: bool, bigint, smallint, integer, json, jsonb, timestamptz. Other types stay text.
 */
const decoders = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  [20, wholeNumber],
  [21, Number],
  [23, Number],
  [114, JSON.parse],
  [3802, JSON.parse],
  [1184, instant],
])

/**
 * The columns that a statement reads and writes, typed by the tables generated from the schema: a
 * column renamed only in SQL is a type error.
 */
import { recordOf } from '@svc/api'
import { membersWhere } from '../narrow.ts'
import { assert } from '../refusal.ts'
import { type Omittable, PROPERTIES, SQL_TYPES, type Tables } from './tables.ts'

export type TableName = keyof Tables
/** A row as it is read. */
export type Entity<T extends TableName> = Readonly<Tables[T]>
/** A row to insert: columns that are nullable or have a default can be omitted. */
export type NewRow<T extends TableName> = Readonly<
  Omit<Tables[T], Omittable[T]> & Partial<Pick<Tables[T], Omittable[T] & keyof Tables[T]>>
>

const COLUMN = new Map<string, string>()

/** `totalAmount` is the column `total_amount`. */
export function columnOf(property: string): string {
  const known = COLUMN.get(property)
  if (known !== undefined) return known
  const column = property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  COLUMN.set(property, column)
  return column
}

/** JSON values are written as JSON, whatever their form. */
export const isJson = (table: string, column: string): boolean =>
  SQL_TYPES[`${table}.${column}`] === 'jsonb'

declare const row: unique symbol

/** The columns of a SELECT, each with its SQL; `R` is the resulting row. */
export class Columns<R> {
  declare readonly [row]: R
  readonly #parts: ReadonlyMap<string, string>
  #list: string | undefined

  constructor(parts: ReadonlyMap<string, string>) {
    this.#parts = parts
  }

  get list(): string {
    this.#list ??= [...this.#parts].map(([name, sql]) => `${sql} AS "${name}"`).join(', ')
    return this.#list
  }

  only<K extends keyof R & string>(...names: readonly K[]): Columns<Pick<R, K>> {
    return this.#where((name) => names.some((each) => each === name))
  }

  without<K extends keyof R & string>(...names: readonly K[]): Columns<Omit<R, K>> {
    return this.#where((name) => !names.some((each) => each === name))
  }

  and<S>(other: Columns<S>): Columns<R & S> {
    return new Columns(new Map([...this.#parts, ...other.#parts]))
  }

  /** As one member of the row, an object; such objects cannot be nested. */
  as<N extends string>(name: N): Columns<{ readonly [K in N]: R }> {
    const nested = [...this.#parts.keys()].find((own) => own.includes('.'))
    assert(nested === undefined, `${nested} is in an object already`)
    return new Columns(new Map([...this.#parts].map(([own, sql]) => [`${name}.${own}`, sql])))
  }

  #where<S>(chosen: (name: string) => boolean): Columns<S> {
    return new Columns(new Map([...this.#parts].filter(([name]) => chosen(name))))
  }
}

/** The row of a list of columns. */
export type RowOf<C> = C extends Columns<infer R> ? R : never

/** A narrower type than the schema knows: the form of JSON, a state of its kind. */
type Narrower<T extends TableName> = { readonly [K in keyof Tables[T]]?: Tables[T][K] }
type Narrowed<T extends TableName, N> = Readonly<Omit<Tables[T], keyof N> & N>

/** All columns of the table with this alias. */
export function columns<T extends TableName, N extends Narrower<T> = object>(
  table: T,
  alias: string,
): Columns<Narrowed<T, N>> {
  const properties = PROPERTIES[table].split(' ')
  return new Columns(
    new Map(properties.map((property) => [property, columnSql(table, property, alias)])),
  )
}

/** Arrays travel as JSON, which has a decoder. */
function columnSql(table: TableName, property: string, alias: string): string {
  const column = columnOf(property)
  const isArray = SQL_TYPES[`${table}.${column}`]?.endsWith('[]') === true
  return isArray ? `to_json(${alias}.${column})` : `${alias}.${column}`
}

/** The value of an SQL expression; only tests compare the type with the SQL. */
export function computed<R>(parts: { readonly [K in keyof R]: string }): Columns<Readonly<R>> {
  return new Columns(new Map(Object.entries<string>(parts)))
}

export const COUNT = computed<{ count: number }>({ count: 'count(*)' })

/** The text of a statement, with the type of its rows. */
export type Query<R> = string & { readonly [row]?: R }

/** `rest` begins with FROM. */
export const select = <R>({ list }: Columns<R>, rest: string): Query<R> => `SELECT ${list} ${rest}`

/** Any other statement: `text` inserts the list where it belongs, after RETURNING or a WITH. */
export const statement = <R>({ list }: Columns<R>, text: (list: string) => string): Query<R> =>
  text(list)

/** The properties of a row that have changed. */
export function changed<T extends object>(before: T, after: T): Partial<T> {
  const earlier = recordOf(before)
  return membersWhere<T>(after, (value, name) => !isSame(earlier[name], value))
}

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other

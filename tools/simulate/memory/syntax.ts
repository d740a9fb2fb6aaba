/** What a statement of the service's stores consists of, as far as the memory understands SQL. */

export type Expression =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'parameter'; readonly index: number }
  | { readonly kind: 'column'; readonly table: string | undefined; readonly name: string }
  | Operation
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'is'; readonly of: Expression; readonly what: null | boolean }
  | { readonly kind: 'list'; readonly of: Expression; readonly items: readonly Expression[] }
  | Quantified
  | Case
  | Call
  | { readonly kind: 'cast'; readonly of: Expression; readonly type: string }
  | { readonly kind: 'row' | 'array'; readonly items: readonly Expression[] }
  | { readonly kind: 'exists' | 'scalar' | 'arrayOf'; readonly query: Select }

export type Operation = {
  readonly kind: 'operation'
  readonly sign: string
  readonly left: Expression
  readonly right: Expression
}
export type Quantified = {
  readonly kind: 'quantified'
  readonly sign: string
  readonly all: boolean
  readonly left: Expression
  readonly list: Expression
}
export type Case = {
  readonly kind: 'case'
  readonly of: Expression | undefined
  readonly branches: readonly { readonly when: Expression; readonly answer: Expression }[]
  readonly otherwise: Expression | undefined
}
export type Call = {
  readonly kind: 'call'
  readonly name: string
  /** Undefined: `count(*)`. */
  readonly parameters: readonly Expression[] | undefined
  /** In which order an aggregate takes its rows. */
  readonly order: readonly Order[]
  readonly filter: Expression | undefined
  readonly over:
    | { readonly partition: readonly Expression[]; readonly order: readonly Order[] }
    | undefined
}

export type Order = { readonly by: Expression; readonly descending: boolean }

export type Source = {
  readonly alias: string
  readonly of: { readonly table: string } | { readonly query: Select } | { readonly rowsOf: Call }
  /** Names for its columns, where they are given. */
  readonly names: readonly string[] | undefined
  /** A row is answered also where nothing matches. */
  readonly left: boolean
  readonly on: Expression | undefined
  readonly using: readonly string[]
}

export type Output = { readonly name: string; readonly of: Expression }
/** All columns of the source with that alias, or of every one. */
export type Star = { readonly allOf: string | undefined }

export type Select = {
  readonly kind: 'select'
  readonly outputs: readonly (Output | Star)[]
  readonly from: readonly Source[]
  readonly where: Expression | undefined
  readonly groups: readonly Expression[]
  readonly order: readonly Order[]
  readonly limit: Expression | undefined
}

/** Rows that are left out where their key is taken. */
export type InsertMissing = {
  readonly kind: 'insert'
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Expression[])[]
}

export class NotUnderstood extends Error {
  constructor(what: string, text = '') {
    super(`the memory does not understand ${what}${text === '' ? '' : ` in: ${text}`}`)
    this.name = 'NotUnderstood'
  }
}

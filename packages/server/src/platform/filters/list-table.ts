/**
 * What a list can be filtered and ordered by. A list declares a table of properties; the rest of
 * this folder reads the URL against it and makes the query.
 */

/** One property, under its name on the wire. `sql` comes from our own code, never from a caller. */
export type Property = {
  /** The expression in SQL. */
  readonly sql: string
  /** Takes `isnull`; dates and numbers take it anyway. */
  readonly nullable?: boolean
  /**
   * The row has many of them, and one that fits is enough: the tables and conditions that lead from
   * the row to them, as after FROM.
   */
  readonly many?: string
} & (
  | {
      readonly kind: 'text'
      /** What a caller may write for what is stored, such as g for guest. */
      readonly synonyms?: Readonly<Record<string, string>>
      /** What answers show of it, as `sql`, where that differs: for lookups of a part. */
      readonly shown?: string
      /** There is an index over `lower(sql COLLATE "C")`. */
      readonly lowered?: boolean
    }
  | {
      readonly kind: 'number'
      /** Amounts and rates have two implied decimal places. */
      readonly decimal: boolean
    }
  | {
      readonly kind: 'date'
      /** Answers show the store's time without an offset, not UTC. */
      readonly local?: boolean
    }
  | { readonly kind: 'boolean' }
)

export type ListTable = {
  readonly properties: Readonly<Record<string, Property>>
  /** The fields of `ordering`, each with its expression in SQL. */
  readonly orderings: Readonly<Record<string, string>>
  /** Expressions of the texts that each term of `q` is looked for in; none: there is no `q`. */
  readonly q: readonly string[]
  /** What the order is without `ordering`, newest first; ties go by id. */
  readonly created: string
  readonly id: string
  /** What names a row to its reader, where its id alone is not what the table is found by. */
  readonly key?: string
}

/** A text fits, or it does not; `cased` tells whether A and a differ. */
export type TextTest =
  | { readonly kind: 'same'; readonly text: string; readonly cased: boolean }
  | {
      readonly kind: 'part'
      readonly text: string
      readonly cased: boolean
      readonly at: 'start' | 'end' | 'anywhere'
    }
  | { readonly kind: 'among'; readonly texts: readonly string[] }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly cased: boolean }

export type Comparison = 'exact' | 'gt' | 'gte' | 'lt' | 'lte'
export type CalendarPart = 'year' | 'month' | 'isodow' | 'day' | 'hour'

/** What one value of a filter asks of a property. */
export type Test =
  | TextTest
  | { readonly kind: 'number'; readonly comparison: Comparison; readonly value: bigint }
  /** From the first instant on and before the second; null is open. */
  | { readonly kind: 'instants'; readonly from: Date | null; readonly until: Date | null }
  | { readonly kind: 'calendar'; readonly part: CalendarPart; readonly value: number }
  /** The clock of the zone shows from … to …, both included, without an offset. */
  | { readonly kind: 'clock'; readonly from: string; readonly to: string; readonly zone: string }
  | { readonly kind: 'yes'; readonly value: boolean }
  | { readonly kind: 'null'; readonly value: boolean }
  /** One of these rows, whatever the property says. */
  | { readonly kind: 'rows'; readonly ids: readonly string[] }
  | { readonly kind: 'never' }

/** One parameter: any of its values is enough. */
export type Filter = {
  readonly name: string
  readonly property: string
  readonly tests: readonly Test[]
}

export type ListQuery = {
  readonly page: number
  readonly pageSize: number
  /** All must be satisfied. */
  readonly filters: readonly Filter[]
  /** The terms of `q`, all of which must be found. */
  readonly terms: readonly string[]
  /** Fields of `orderings`; none: newest first. */
  readonly ordering: readonly { readonly field: string; readonly descending: boolean }[]
  /** Of the store: what its days and hours are. */
  readonly timeZone: string
}

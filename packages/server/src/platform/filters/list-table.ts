/**
 * The properties by which a list can be filtered and sorted. A list declares a table of them; the
 * rest of this folder parses the URL with it and builds the query.
 */

/** One property, under its name on the wire. `sql` comes from our own code, never from a caller. */
export type Property = {
  /** The expression in SQL. */
  readonly sql: string
  /** Accepts `isnull`; dates and numbers accept it anyway. */
  readonly nullable?: boolean
  /**
   * The row has many of them, and one match is enough: the tables and conditions that lead from the
   * row to them, as after FROM.
   */
  readonly many?: string
} & (
  | {
      readonly kind: 'text'
      /** Spellings that a caller may use for a stored value, such as g for guest. */
      readonly synonyms?: Readonly<Record<string, string>>
      /** The form shown in answers, as `sql`, if it differs: for partial matches. */
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
  /** Expressions of the texts that each term of `q` is searched in; none: there is no `q`. */
  readonly q: readonly string[]
  /** The default order, newest first; ties are sorted by id. */
  readonly created: string
  readonly id: string
  /** The identifier for readers, if the table is not keyed by its id alone. */
  readonly key?: string
}

/** A text matches, or it does not; `cased` tells whether A and a differ. */
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

/** The condition that one value of a filter places on a property. */
export type Test =
  | TextTest
  | { readonly kind: 'number'; readonly comparison: Comparison; readonly value: bigint }
  /** From the first instant, and before the second; null is open. */
  | { readonly kind: 'instants'; readonly from: Date | null; readonly until: Date | null }
  | { readonly kind: 'calendar'; readonly part: CalendarPart; readonly value: number }
  /** The clock of the zone shows a time between these, inclusive, without an offset. */
  | { readonly kind: 'clock'; readonly from: string; readonly to: string; readonly zone: string }
  | { readonly kind: 'yes'; readonly value: boolean }
  | { readonly kind: 'null'; readonly value: boolean }
  /** One of these rows, whatever the property's value. */
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
  /** All must match. */
  readonly filters: readonly Filter[]
  /** The terms of `q`, all of which must be found. */
  readonly terms: readonly string[]
  /** Fields of `orderings`; none: newest first. */
  readonly ordering: readonly { readonly field: string; readonly descending: boolean }[]
  /** Of the store: it defines days and hours. */
  readonly timeZone: string
}

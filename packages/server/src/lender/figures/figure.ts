import type { FigureScope } from '../spans/span.ts'

/** For a span of days, of months, or for now. */
export type FigureKind = 'days' | 'months' | 'present'

/** As it is answered: each row is one of its schema. */
export type Figure = {
  readonly kind: FigureKind
  readonly scope: FigureScope
  readonly rows: readonly object[]
  readonly leftOut: number
}

import type { FigureScope } from '../spans/span.ts'

/** Of a span of days, of months, or of now. */
export type FigureKind = 'days' | 'months' | 'present'

/** As it is answered: each row is one of its schema. */
export type Figure = {
  readonly kind: FigureKind
  readonly scope: FigureScope
  readonly rows: readonly object[]
  readonly leftOut: number
}

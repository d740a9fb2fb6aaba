import type { Day } from '../../platform/time/calendar.ts'

/** The store, the mode and the time of a figure. */
export type FigureScope = {
  readonly sandbox: boolean
  /** Null: all stores. */
  readonly storeId: string | null
  /** Whose days they are. */
  readonly timeZone: string
  /** The first day and the last one, which counts. */
  readonly from: Day
  readonly to: Day
  /** The first moment of them, and the first one after. */
  readonly start: Date
  readonly end: Date
  readonly now: Date
}

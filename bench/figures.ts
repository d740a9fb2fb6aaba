/** What is measured, beside what, as the first page shows it (`plot.ts`). */
export type Figure = {
  readonly name: string
  readonly value: number
  /** Of the same run: what it stands beside. */
  readonly limit?: number
  /** A share of the limit; without one in the unit. */
  readonly aim: number
  /** Such as `/s` or `ms`. */
  readonly unit: string
  /** What the limit is; without one, the run that measured it. */
  readonly beside?: string
  /** Less is better. */
  readonly less?: boolean
}

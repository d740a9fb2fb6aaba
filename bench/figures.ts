/** The measured figures and their limits, for the first page (`plot.ts`). */
export type Figure = {
  readonly name: string
  readonly value: number
  /** From the same run: its comparison. */
  readonly limit?: number
  /** A share of the limit; without one in the unit. */
  readonly aim: number
  /** Such as `/s` or `ms`. */
  readonly unit: string
  /** The name of the limit; without one, of the run that measured it. */
  readonly beside?: string
  /** Less is better. */
  readonly less?: boolean
}

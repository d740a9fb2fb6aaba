/** The positions of values: pure, in pixels. */

type Series = {
  /** In words. */
  readonly name: string
  /** Null: there is none. */
  readonly values: readonly (number | null)[]
}

export type Chart = {
  readonly title: string
  /** The label of the values. */
  readonly points: readonly string[]
  readonly series: readonly Series[]
  readonly format: (value: number) => string
  /** For the scale: short. */
  readonly short: (value: number) => string
}

/** The description of a point. */
export const textAt = ({ points, series, format }: Chart, at: number): string => {
  const values = series.map(({ name, values: all }) => {
    const value = all[at] ?? null
    return `${name} ${value === null ? '–' : format(value)}`
  })
  return `${points[at] ?? ''}: ${values.join(', ')}`
}

type Range = { readonly least: number; readonly most: number }

/** From zero, or from the lowest value, to the highest; for stacked parts to their sums. */
export function rangeOf({ series, points }: Chart, isStacked: boolean): Range {
  let [least, most] = [0, 0]
  for (const at of points.keys()) {
    const values = series.map(({ values: all }) => all[at] ?? 0)
    const above = values.filter((each) => each > 0)
    const below = values.filter((each) => each < 0)
    const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)
    most = Math.max(most, isStacked ? sum(above) : Math.max(...values))
    least = Math.min(least, isStacked ? sum(below) : Math.min(...values))
  }
  return { least, most: most === least ? least + 1 : most }
}

/** Round values between them, at most three. */
export function ticksOf({ least, most }: Range): number[] {
  const rough = (most - least) / 3
  const size = 10 ** Math.floor(Math.log10(rough))
  const steps = [1, 2, 5, 10].map((each) => each * size)
  const step = Math.max(1, steps.find((each) => each >= rough) ?? 1)
  const first = Math.ceil(least / step)
  const count = Math.floor(most / step) - first + 1
  return Array.from({ length: count }, (_, index) => (first + index) * step)
}

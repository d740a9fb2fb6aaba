/** A finding of `svc doctor` about one thing. */
export type Check = {
  readonly name: string
  readonly status: 'ok' | 'warning' | 'problem'
  readonly message: string
  /** The remedy. */
  readonly advice?: string
}

export const ok = (name: string, message: string): Check => ({ name, status: 'ok', message })
export const warning = (name: string, message: string, advice: string): Check => ({
  ...{ name, status: 'warning', message, advice },
})
export const problem = (name: string, message: string, advice: string): Check => ({
  ...{ name, status: 'problem', message, advice },
})

const MINUTE = 60
const UNITS = [
  ['days', 48 * 60 * MINUTE, 24 * 60 * MINUTE],
  ['hours', 120 * MINUTE, 60 * MINUTE],
  ['minutes', 120, MINUTE],
] as const

/** Rounded down, in the largest unit of which there are at least two. */
export function inWords(ms: number): string {
  const seconds = ms / 1_000
  const [name, , size] = UNITS.find(([, least]) => seconds >= least) ?? ['seconds', 0, 1]
  return `${Math.floor(seconds / size)} ${name}`
}

const SIZES = ['KB', 'MB', 'GB', 'TB', 'PB'] as const

export function sizeInWords(bytes: number): string {
  let value = bytes / 1_000
  let unit = 0
  for (; value >= 1_000 && unit < SIZES.length - 1; unit++) value /= 1_000
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${SIZES[unit]}`
}

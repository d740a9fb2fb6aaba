/** Chance from a seed: the same values each time. */

export type Random = {
  /** Uniform in [0, 1). */
  next(): number
  /** A whole number, both bounds included. */
  between(least: number, most: number): number
  pick<T>(of: readonly [T, ...T[]]): T
}

/** Mulberry32: small, and good enough for who buys what. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return { next, between, pick: (of) => of[between(0, of.length - 1)] ?? of[0] }
}

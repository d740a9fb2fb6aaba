/** Randomness from a seed: the same seed, the same numbers, on every machine. */

import type { Ids } from '../../packages/server/src/platform/ids.ts'
import type { Clock } from '../../packages/server/src/platform/time/clock.ts'

export type Random = {
  /** Uniform in [0, 1). */
  fraction(): number
  /** Both ends inclusive. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(of: readonly T[]): T
  /** A key, by the weights. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T
}

/** The generator sfc32, with its state filled from the parts by splitmix32. */
export function createRandom(...parts: readonly number[]): Random {
  let mixed = 0x9e3779b9
  const fill = () => {
    mixed = (mixed + 0x9e3779b9) | 0
    let value = mixed ^ (mixed >>> 16)
    value = Math.imul(value, 0x21f0aaad)
    value = Math.imul(value ^ (value >>> 15), 0x735a2d97)
    return (value ^ (value >>> 15)) | 0
  }
  for (const part of parts) mixed = (fill() ^ part) | 0
  let [a, b, c, d] = [fill(), fill(), fill(), 1]
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let round = 0; round < 12; round++) next()
  const fraction = () => next() / 0x1_0000_0000
  const between = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1))
  return {
    fraction,
    between,
    chance: (probability) => fraction() < probability,
    pick<T>(of: readonly T[]) {
      const choice = of[between(0, of.length - 1)]
      if (of.length === 0) throw new Error('nothing to pick from')
      return choice as T
    },
    weighted<T extends string>(weights: Readonly<Record<T, number>>) {
      const entries = Object.entries<number>(weights)
      let rest = fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const choice = entries.find(([, weight]) => {
        rest -= weight
        return rest < 0
      })
      return (choice ?? entries[0])?.[0] as T
    },
  }
}

/** Identifiers like the service's, but with seeded randomness. */
export function createSeededIds(clock: Clock, random: Random): Ids {
  const hex = (bytes: number) =>
    Array.from({ length: bytes }, () => random.between(0, 255).toString(16).padStart(2, '0'))
  return {
    next() {
      const seconds = Math.floor(clock.now().getTime() / 1000) >>> 0
      return seconds.toString(16).padStart(8, '0') + hex(12).join('')
    },
    bytes: (length) => Buffer.from(hex(length).join(''), 'hex'),
    fraction: random.fraction,
  }
}

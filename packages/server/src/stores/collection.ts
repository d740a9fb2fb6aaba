/** How a store's debts are collected, in days after the due date. */
import type { CollectionWish } from '@svc/api'

export type Collection = {
  /** When a charge that failed is tried again; ascending. */
  readonly retry_days: readonly number[]
  readonly late_after_days: number
  readonly write_off_after_days: number
}

export const standardCollection: Collection = {
  retry_days: [2, 5, 10],
  late_after_days: 3,
  write_off_after_days: 180,
}

/** What was left out is its default. */
export function collectionOf(wish: CollectionWish): Collection {
  return {
    retry_days: wish.retry_days ?? standardCollection.retry_days,
    late_after_days: wish.late_after_days ?? standardCollection.late_after_days,
    write_off_after_days: wish.write_off_after_days ?? standardCollection.write_off_after_days,
  }
}

type Fault = readonly [path: string, sentence: string]

/** Defaults count too: a debt must not be written off before it is late. */
export function collectionFaults(wish: CollectionWish): Fault[] {
  const { retry_days: retries, late_after_days: late, write_off_after_days } = collectionOf(wish)
  const faults = retries.flatMap((days, index): Fault[] => {
    const before = retries[index - 1]
    if (before === undefined || before < days) return []
    return [[`retry_days.${index}`, `must be more than the one before it, which is ${before}`]]
  })
  if (write_off_after_days <= late) {
    const sentence = `must be more than late_after_days, which is ${late}`
    faults.push(['write_off_after_days', sentence])
  }
  const last = retries.reduce((most, days) => Math.max(most, days), 0)
  if (write_off_after_days <= last) {
    const sentence = `must be more than the last of retry_days, which is ${last}`
    faults.push(['write_off_after_days', sentence])
  }
  return faults
}

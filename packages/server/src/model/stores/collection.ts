/** The collection of a store's debts, in days after the due date. */

export type Collection = {
  /** When a failed charge is retried; ascending. */
  readonly retry_days: readonly number[]
  readonly late_after_days: number
  readonly write_off_after_days: number
}

export const standardCollection: Collection = {
  retry_days: [2, 5, 10],
  late_after_days: 3,
  write_off_after_days: 180,
}

type Fault = readonly [path: string, sentence: string]

/** A debt must not be written off before it is late. */
export function collectionFaults(collection: Collection): Fault[] {
  const { retry_days: retries, late_after_days: late, write_off_after_days } = collection
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

/**
 * Works on all items, up to this many at a time. Fails with the first failure, once all have ended.
 */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) {
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  if (failures.length > 0) throw failures[0]
}

/** Runs jobs 1…count, so many at a time. */
export async function atATime(
  width: number,
  count: number,
  job: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await job(next++)
  }
  await Promise.all(Array.from({ length: width }, lane))
}

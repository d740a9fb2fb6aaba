/**
 * The seed of a random test: `TEST_SEED`, else a new one in each process. It is printed on stderr,
 * which the runner shows, with what repeats the same draws.
 */
export function seedOf(name: string): number {
  const given = process.env.TEST_SEED
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given)
  if (!Number.isSafeInteger(seed) || seed < 0 || seed >= 2 ** 31) {
    throw new Error(`TEST_SEED must be a whole number from 0 to ${2 ** 31 - 1}`)
  }
  process.stderr.write(`${name}: TEST_SEED=${seed}\n`)
  return seed
}

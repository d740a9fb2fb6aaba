/**
 * Values of a body that are stored differently from how they were sent; the order has a warning.
 */

/** By dotted paths. */
export type Altered = {
  /** Free text that held the number of a card (contract §12.7). */
  readonly masked: readonly string[]
  /** Values that no calculation uses, and that were too long or unreadable (contract §12.2). */
  readonly cut: readonly string[]
}

/** The most paths that a warning names. */
const NAMED_MAX = 10

const what = {
  masked: 'the number of a card is masked but for its last four digits',
  cut: 'too long or not readable, and therefore cut, left out or replaced',
}

/** One sentence each for masked and for truncated values. */
export function alteredWarnings({ masked, cut }: Altered): string[] {
  const paths = { masked, cut }
  return (['masked', 'cut'] as const)
    .filter((kind) => paths[kind].length > 0)
    .map((kind) => `${named(paths[kind])}: ${what[kind]}`)
}

/** The warnings of an order, with new ones added. */
export function withAlteredWarnings(
  warnings: readonly string[],
  altered: Altered | undefined,
): readonly string[] {
  const more = altered === undefined ? [] : alteredWarnings(altered)
  const fresh = more.filter((warning) => !warnings.includes(warning))
  return fresh.length === 0 ? warnings : [...warnings, ...fresh]
}

function named(paths: readonly string[]): string {
  const more = paths.length - NAMED_MAX
  const first = paths.slice(0, NAMED_MAX).join(', ')
  return more > 0 ? `${first} and ${more} more` : first
}

/** More than an operator writes: what is longer is a mistake, and reading it takes no time. */
const ENTRIES_MAX = 1_000

/** The entries of a setting that is a list with commas, blanks around them aside. */
export function settingList(
  text: string,
): { readonly entries: readonly string[] } | { readonly fault: string } {
  const parts = text.split(',', ENTRIES_MAX + 1)
  if (parts.length > ENTRIES_MAX) return { fault: `has more than ${ENTRIES_MAX} entries` }
  return { entries: parts.map((part) => part.trim()).filter((part) => part !== '') }
}

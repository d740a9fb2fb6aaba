/** Longer than anything an operator writes, so that parsing takes no noticeable time. */
const ENTRIES_MAX = 1_000

/** The entries of a comma-separated setting, without surrounding spaces. */
export function settingList(
  text: string,
): { readonly entries: readonly string[] } | { readonly fault: string } {
  const parts = text.split(',', ENTRIES_MAX + 1)
  if (parts.length > ENTRIES_MAX) return { fault: `has more than ${ENTRIES_MAX} entries` }
  return { entries: parts.map((part) => part.trim()).filter((part) => part !== '') }
}

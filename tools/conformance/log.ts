/** What a shop saw of its orders, in order: the checkouts that it created, what it was sent. */
export type Entry =
  | { readonly what: 'created'; readonly mid: string; readonly id: string }
  | {
      readonly what: 'message'
      readonly mid: string
      readonly id: string
      readonly status: string
      readonly reason: string
    }

/**
 * The messages that a shop which knows orders by their `mid` alone would take for one about another
 * checkout: those about a checkout that came after a newer one of its `mid` had been created.
 */
export function lateMessages(log: readonly Entry[]): Entry[] {
  const newest = new Map<string, string>()
  return log.filter((entry) => {
    if (entry.what === 'message') return (newest.get(entry.mid) ?? entry.id) !== entry.id
    newest.set(entry.mid, entry.id)
    return false
  })
}

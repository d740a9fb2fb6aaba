/** A shop's log of its orders: the created checkouts and the received messages, in order. */
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
 * Messages that a shop which only knows the `mid` of orders would attribute to another checkout:
 * those about a checkout that arrived after a newer one with its `mid` had been created.
 */
export function lateMessages(log: readonly Entry[]): Entry[] {
  const newest = new Map<string, string>()
  return log.filter((entry) => {
    if (entry.what === 'message') return (newest.get(entry.mid) ?? entry.id) !== entry.id
    newest.set(entry.mid, entry.id)
    return false
  })
}

/** The demo's receiver of notifications: keeps the last ones in memory and accepts every order. */
type Received = {
  readonly received: string
  readonly webhook_id: string | null
  readonly body: unknown
}

type Item = { readonly storeId: string; readonly sandbox: boolean; readonly received: Received }

type Inbox = {
  keep(item: Item): void
  /** Newest first. */
  list(of: { storeId: string; sandbox: boolean }): Received[]
}

const ITEMS_MAX = 100
/** For all stores and modes together: anybody may fill it. */
const CHARACTERS_MAX = 1_048_576

export function createInbox(): Inbox {
  let items: readonly (Item & { readonly size: number })[] = []
  return {
    keep(item) {
      const size = JSON.stringify(item.received).length
      if (size > CHARACTERS_MAX) return
      const same = items.filter(
        ({ storeId, sandbox }) => storeId === item.storeId && sandbox === item.sandbox,
      )
      const oldest = same.length < ITEMS_MAX ? undefined : same.at(-1)
      let left = CHARACTERS_MAX
      const newest = [{ ...item, size }, ...items.filter((other) => other !== oldest)]
      items = newest.filter((other) => {
        left -= other.size
        return left >= 0
      })
    },
    list: ({ storeId, sandbox }) =>
      items
        .filter((item) => item.storeId === storeId && item.sandbox === sandbox)
        .map(({ received }) => received),
  }
}

/** The demo's receiver of notifications: keeps the last ones in memory and accepts every order. */
export type Received = {
  readonly received: string
  readonly webhook_id: string | null
  readonly body: unknown
}

type Kept = { readonly storeId: string; readonly sandbox: boolean; readonly received: Received }

export type Inbox = {
  keep(item: Kept): void
  /** Newest first. */
  list(of: { storeId: string; sandbox: boolean }): Received[]
}

const KEPT_MAX = 100

export function createInbox(): Inbox {
  let items: Kept[] = []
  return {
    keep(item) {
      const same = items.filter(
        ({ storeId, sandbox }) => storeId === item.storeId && sandbox === item.sandbox,
      )
      const oldest = same.length < KEPT_MAX ? undefined : same.at(-1)
      items = [item, ...items.filter((kept) => kept !== oldest)]
    },
    list: ({ storeId, sandbox }) =>
      items
        .filter((item) => item.storeId === storeId && item.sandbox === sandbox)
        .map(({ received }) => received),
  }
}

/**
 * A copy of stores in this process hears of a change with its commit; other
 * processes look again within a second.
 */
export type StoreChanges = {
  subscribe(forget: (storeId: string) => void): void
  /** The store may have changed: it is read anew by the next request. */
  publish(storeId: string): void
}

export function createStoreChanges(): StoreChanges {
  const listeners: ((storeId: string) => void)[] = []
  return {
    subscribe: (forget) => {
      listeners.push(forget)
    },
    publish(storeId) {
      for (const forget of listeners) forget(storeId)
    },
  }
}

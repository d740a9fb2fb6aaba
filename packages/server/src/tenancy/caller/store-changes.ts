/**
 * A cached store in this process is invalidated by the commit of a change; other processes read it
 * again within a second.
 */
export type StoreChanges = {
  subscribe(forget: (storeId: string) => void): void
  /** The store may have changed: the next request reads it again. */
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

type Sharing<T> = {
  /** A call in progress under the name is shared by all who ask meanwhile; nothing is cached. */
  share(name: string, begin: () => Promise<T>): Promise<T>
  /** From now on callers start a new one. */
  clear(): void
}

/** Concurrent calls for the same name share an answer. */
export function createSharing<T>(): Sharing<T> {
  const underWay = new Map<string, Promise<T>>()
  return {
    share(name, begin) {
      const before = underWay.get(name)
      if (before !== undefined) return before
      const promise = begin().finally(() => {
        if (underWay.get(name) === promise) underWay.delete(name)
      })
      underWay.set(name, promise)
      return promise
    },
    clear: () => underWay.clear(),
  }
}

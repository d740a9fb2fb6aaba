type Sharing<T> = {
  /** What has begun under the name is answered to all who ask meanwhile; nothing is remembered. */
  share(name: string, begin: () => Promise<T>): Promise<T>
  /** A caller that comes now begins anew. */
  clear(): void
}

/** Those who ask the same at once share an answer. */
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

/** A map that never holds more than `max`: the entry that was written longest ago goes. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number
  /** All before it is gone, so that the oldest is found at once, also among much that went. */
  #oldest: MapIterator<Key> | undefined

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    if (this.size >= this.#max) {
      this.#oldest ??= this.keys()
      const { value: oldest, done } = this.#oldest.next()
      if (done !== true) this.delete(oldest)
    }
    return super.set(key, value)
  }
}

/** What texts were read as, for as many as `max` of them. */
export function remembering<T>(max: number, read: (text: string) => T): (text: string) => T {
  const known = new BoundedMap<string, T>(max)
  return (text) => {
    const held = known.get(text)
    if (held !== undefined) return held
    const fresh = read(text)
    known.set(text, fresh)
    return fresh
  }
}

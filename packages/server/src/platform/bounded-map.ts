/** A map with at most `max` entries: the oldest one is dropped. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number
  /** All entries before it are gone, so the oldest is found without a search. */
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

/** The results of parsing texts, for at most `max` of them. */
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

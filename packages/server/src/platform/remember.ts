/** Adds to a map that never grows beyond `max`: the entry that was written longest ago goes. */
export function remember<Key, Value>(
  map: Map<Key, Value>,
  [key, value]: readonly [Key, Value],
  max: number,
): void {
  map.delete(key)
  if (map.size >= max) {
    const [oldest] = map.keys()
    if (oldest !== undefined) map.delete(oldest)
  }
  map.set(key, value)
}

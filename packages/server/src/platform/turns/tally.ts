type Tally = {
  all(): number
  of(name: string): number
  names(): readonly string[]
  change(name: string, by: 1 | -1): void
}

/** A count for each name, and the total; a name with none takes no memory. */
export function createTally(): Tally {
  const counts = new Map<string, number>()
  let all = 0
  return {
    all: () => all,
    of: (name) => counts.get(name) ?? 0,
    names: () => [...counts.keys()],
    change(name, by) {
      all += by
      const count = (counts.get(name) ?? 0) + by
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
    },
  }
}

/** At which moment an advancing store stops next: pure. */

type Due = { readonly work: { readonly tells?: boolean }; readonly due: Date | null }

/** Messages that are tried again are gathered by the minute: each would be a stop of its own. */
const GATHERED_MS = 60_000

/** No earlier than what the clock shows, no later than where it goes; undefined: nothing is due. */
export function nextMoment(
  dues: readonly Due[],
  { shown, upTo }: { readonly shown: Date; readonly upTo: Date },
): Date | undefined {
  const moments = dues.flatMap(({ work, due }) => {
    if (due === null) return []
    if (due <= shown) return [shown.getTime()]
    if (work.tells !== true) return [due.getTime()]
    const gathered = Math.ceil(due.getTime() / GATHERED_MS) * GATHERED_MS
    return [Math.min(gathered, upTo.getTime())]
  })
  return moments.length === 0 ? undefined : new Date(Math.min(...moments))
}

export function earliest(dues: readonly (Date | null)[]): Date | null {
  const times = dues.flatMap((due) => (due === null ? [] : [due.getTime()]))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

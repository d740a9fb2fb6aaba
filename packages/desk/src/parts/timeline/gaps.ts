import type { Answered, TimelineAnswer } from '@svc/api'

export type Entry = Answered<typeof TimelineAnswer>['results'][number]

const DAY_MS = 86_400_000

/** Each entry with the whole days since the previous one. */
export function withGaps<Timed extends Pick<Entry, 'at'>>(
  entries: readonly Timed[],
): { readonly entry: Timed; readonly days: number }[] {
  return entries.map((entry, index) => {
    const before = entries[index - 1]
    const since = before === undefined ? 0 : Date.parse(entry.at) - Date.parse(before.at)
    return { entry, days: Math.floor(since / DAY_MS) }
  })
}

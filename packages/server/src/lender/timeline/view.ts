import type { Answered, TimelineAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { TimelineEntry } from './store.ts'

type Part = { readonly entries: readonly TimelineEntry[]; readonly hasMore: boolean }

export function timelineView({ entries, hasMore }: Part): Answered<typeof TimelineAnswer> {
  const last = entries.at(-1)
  return {
    results: entries.map(({ createdAt, kind, id, type, state, amount }) => ({
      ...{ at: utcMicros(createdAt), kind, id, type, state, amount },
    })),
    cursor: { after: hasMore && last ? `${last.at}/${last.kind}/${last.key}` : null },
  }
}

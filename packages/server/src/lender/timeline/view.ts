import type { Answered, TimelineAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { TimelineEntry } from './store.ts'

type Part = { readonly entries: readonly TimelineEntry[]; readonly hasMore: boolean }

export function timelineView({ entries, hasMore }: Part): Answered<typeof TimelineAnswer> {
  const last = entries.at(-1)
  return {
    results: entries.map(entryView),
    cursor: { after: hasMore && last ? `${last.at}/${last.kind}/${last.key}` : null },
  }
}

function entryView(entry: TimelineEntry): Answered<typeof TimelineAnswer>['results'][number] {
  const { createdAt, kind, id, type, state, amount, by, reasonCode, sending } = entry
  const { note, promisedOn, postings, nextAttemptAt } = entry
  return {
    ...{ at: utcMicros(createdAt), kind, id, type, state, amount, by },
    reason: reasonCode === null ? null : { code: reasonCode, note: entry.reasonNote ?? '' },
    ...{ note, promised_on: promisedOn, postings: postings && [...postings] },
    sending: sending && {
      ...{ attempts: sending.attempts, status: sending.status, failure: sending.failure },
      ...{ duration_ms: sending.durationMs, response: sending.response },
      next_attempt: nextAttemptAt && utcMicros(nextAttemptAt),
    },
  }
}

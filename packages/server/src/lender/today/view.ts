import type { Answered, TodayAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Today } from './get-today.ts'
import type { Waiting } from './store.ts'

export function todayView({ at, news, ...kinds }: Today): Answered<typeof TodayAnswer> {
  const { approvals, reviews, promises, failures, payouts } = kinds
  return {
    at: utcMicros(at),
    approvals: waitingView(approvals),
    reviews: waitingView(reviews),
    promises: waitingView(promises),
    failures: waitingView(failures),
    payouts: waitingView(payouts),
    news: news && {
      since: utcMicros(news.since),
      complete: news.complete,
      actions: [...news.actions],
    },
  }
}

const waitingView = (waiting: Waiting | null) =>
  waiting && { count: waiting.count, oldest: waiting.oldest && utcMicros(waiting.oldest) }

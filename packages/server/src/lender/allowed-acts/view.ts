import type { AllowedAct as ActAnswer, Answered, PendingApproval } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { AllowedAct, Judged } from './judging.ts'

export const actView = (act: AllowedAct): Answered<typeof ActAnswer> => ({
  ...{ allowed: act.allowed, reason: act.reason, max: act.max, alone_max: act.aloneMax },
})

export const pendingView = (
  pending: Judged<string>['pending'],
): Answered<typeof PendingApproval>[] =>
  pending.map(({ id, action, createdAt, expiresAt }) => ({
    ...{ id, action, created: utcMicros(createdAt), expires: utcMicros(expiresAt) },
  }))

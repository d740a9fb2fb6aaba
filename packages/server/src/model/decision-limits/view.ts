import type { Answered, DecisionLimitsAnswer } from '@svc/api'
import type { DecisionLimits } from './limits.ts'
/** The database has its own order of members. */
export function limitsView(limits: DecisionLimits): Answered<typeof DecisionLimitsAnswer> {
  return {
    sandbox: limits.sandbox,
    open_amount_max: limits.open_amount_max,
    attempts_per_day_max: limits.attempts_per_day_max,
    age_min: limits.age_min,
    income_from: limits.income_from,
    instalment_share_max: limits.instalment_share_max,
    late_instalments_max: limits.late_instalments_max,
    written_off_max: limits.written_off_max,
    history_due_max: limits.history_due_max,
    history_cancelled_share_max: limits.history_cancelled_share_max,
    check_from: limits.check_from,
  }
}

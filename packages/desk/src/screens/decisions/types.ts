import type { Answered, LenderDecisionAnswer } from '@svc/api'

export type Decision = Answered<typeof LenderDecisionAnswer>

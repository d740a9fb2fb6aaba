import type { Answered, OpenedLenderDecision } from '@svc/api'

export type Decision = Answered<typeof OpenedLenderDecision>

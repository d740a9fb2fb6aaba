import type { Answered, ApprovalAnswer } from '@svc/api'

/** As the inbox lists it. */
export type Approval = Answered<typeof ApprovalAnswer>

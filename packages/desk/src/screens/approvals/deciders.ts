/** Who decides on what takes two, as the API says it. */
import type { Answered, ApprovalPolicyAnswer } from '@svc/api'
import { type Known, useAnswer } from '../../client/answers.ts'
import { usePowers } from '../../client/powers.ts'

type Policy = Answered<typeof ApprovalPolicyAnswer>
type Deciders = {
  readonly policy: Known<Policy>
  /** Of an action the line of the permission that its checker has; undefined: not known. */
  readonly lineOf: (action: string) => ReturnType<ReturnType<typeof usePowers>>
}

export function useDeciders(): Deciders {
  const lineOf = usePowers()
  const policy = useAnswer<Policy>('/lender/approval-policy')
  const lines = policy.data?.actions ?? []
  return {
    policy,
    lineOf: (action) => lineOf(lines.find((each) => each.action === action)?.permission),
  }
}

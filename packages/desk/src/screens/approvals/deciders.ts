/** Who decides on what takes two, as the API says it. */
import type { Answered, ApprovalPolicyAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { usePowers } from '../../client/powers.ts'

/** Of an action the line of the permission that its checker has; undefined: not known yet. */
export function useDeciders(): (action: string) => ReturnType<ReturnType<typeof usePowers>> {
  const lineOf = usePowers()
  const { data: policy } =
    useAnswer<Answered<typeof ApprovalPolicyAnswer>>('/lender/approval-policy')
  return (action) => lineOf(policy?.actions.find((each) => each.action === action)?.permission)
}

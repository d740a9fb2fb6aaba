import type { Answered as AnswerOf, ApprovalPage } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { href } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { money } from '../format.ts'

type Approval = AnswerOf<typeof ApprovalPage>['results'][number]

/** In words what was asked for. */
export function sentenceOf({ action, amount, currency }: Approval): string {
  const act = ta.acts.names[action]
  return amount === null || currency === null ? act : `${act}: ${money(amount, currency)}`
}

/** What waits for a second person, at the object that it is about. */
export function Pending({ objectId }: { objectId: string }) {
  const query = new URLSearchParams({ status: 'pending', 'object-id': objectId }).toString()
  const { data } = useAnswer<AnswerOf<typeof ApprovalPage>>(`/lender/approvals?${query}`)
  return (data?.results ?? []).map((approval) => (
    <p key={approval.id} class="note">
      <a href={href(`/inbox/${approval.id}`)}>{ta.acts.pending(sentenceOf(approval))}</a>
    </p>
  ))
}

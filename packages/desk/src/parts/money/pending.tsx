import type { Answered as AnswerOf, ApprovalPage } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { href } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { money } from '../format.ts'
import { Failed, Skeleton } from '../states.tsx'

type Listed = AnswerOf<typeof ApprovalPage>['results'][number]
/** An object contains no amount of its pending requests. */
type Approval = Pick<Listed, 'action'> & Partial<Pick<Listed, 'amount' | 'currency'>>

/** The request, in words. */
export function sentenceOf({ action, amount = null, currency = null }: Approval): string {
  const act = ta.acts.names[action]
  return amount === null || currency === null ? act : `${act}: ${money(amount, currency)}`
}

/** Pending approvals of an object. */
export function Pending({ objectId }: { objectId: string }) {
  const query = new URLSearchParams({ status: 'pending', 'object-id': objectId }).toString()
  const path = `/lender/approvals?${query}`
  const { data, failure, reload } = useAnswer<AnswerOf<typeof ApprovalPage>>(path)
  // Nobody should request what may be pending already.
  if (failure && data === undefined) return <Failed failure={failure} reload={reload} />
  // It is above the actions, which wait for it so that they do not move.
  if (data === undefined) return <Skeleton lines={1} />
  return <PendingLinks approvals={data.results} />
}

type PendingLinksProps = {
  readonly approvals: readonly (Approval & Pick<Listed, 'id'>)[]
}

export function PendingLinks({ approvals }: PendingLinksProps) {
  return approvals.map((approval) => (
    <p key={approval.id} class="note">
      <a href={href(`/inbox/${approval.id}`)}>{ta.acts.pending(sentenceOf(approval))}</a>
    </p>
  ))
}

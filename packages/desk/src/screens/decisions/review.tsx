import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { ApprovalNote, approvalIn } from '../../parts/approval.tsx'
import { Area, Form, useSending } from '../../parts/form.tsx'
import { Allowed } from '../../parts/money/allowed.tsx'
import { PendingLinks } from '../../parts/money/pending.tsx'
import { isSandbox } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import type { Decision } from './types.ts'

type ReviewProps = { readonly decision: Decision; readonly onReviewed: () => void }

/** The review of a decline: the note, and then one click for either outcome. */
export function Review({ decision, onReviewed }: ReviewProps) {
  const { id, allowed_actions: allowed, pending_approvals: pending } = decision
  const sending = useSending()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [approval, setApproval] = useState<string>()
  if (approval !== undefined) {
    return (
      <>
        <ApprovalNote id={approval} />
        <button type="button" onClick={onReviewed}>
          {tb.decision.next}
        </button>
      </>
    )
  }
  return (
    <Allowed act={allowed.review} permission="decisions:review" what={tb.decision.review}>
      <PendingLinks approvals={pending} />
      <Form
        sending={sending}
        button={tb.decision.review}
        outcomes={[
          { outcome: 'confirmed', label: tb.decision.confirm },
          { outcome: 'overturned', label: tb.decision.overturn },
        ]}
        onSend={async ({ note, outcome }) => {
          const path = `/lender/decisions/${id}/review`
          const body = { outcome, note }
          const sandbox = isSandbox.value
          const answer = await write({ method: 'POST', path, body, sandbox, idempotencyKey })
          const waiting = approvalIn(answer)
          if (waiting === undefined) onReviewed()
          else setApproval(waiting)
        }}
      >
        <Area
          label={tb.decision.note}
          hint={tb.decision.noteMore}
          wordsMin={5}
          area={{ name: 'note', required: true, maxLength: 2_000 }}
        />
      </Form>
    </Allowed>
  )
}
